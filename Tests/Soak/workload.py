"""Chooses requests at random and predicts every answer with the model.

The lists stay as large as they are: what they have too much of is deleted more often than
inserted. Identifiers come and go, so that a daemon that forgets nothing grows.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Dict, Optional, Tuple

from edit_choice import EditChoice
from holdings import Applied, Draft, Expected, Source, expected_counts
from mistakes import mistake
from model import ListModel, json_of
from questions import HEIGHTS, QUESTIONS
from trees import Tree, TreeChoice
from views import ViewChoice, ViewModel

FORMATS = ["batch", "sequential", "staged"]
MAX_DRAFTS = 30
# So many items that a request about them takes long enough to be cancelled.
LONG_LIST = 6000


class Workload(TreeChoice, ViewChoice):
    """The requests of one run, each with what has to come back."""

    def __init__(self, seed: int, sources: int):
        super().__init__(seed)
        self.sources: Dict[str, Source] = {}
        self.drafts: Dict[str, Draft] = {}
        self._names = [f"list {number}" for number in range(sources)]
        self._starting = list(self._names)
        self.long = Source("long list", LONG_LIST, {"changeFormat": "batch"})
        self.trees: Dict[str, Tree] = {}
        self.views: Dict[str, ViewModel] = {}
        # How many there are of each at most.
        self._room = 1 + sources // 5
        self._is_new = True
        self._choices = [
            (40, self._edit),
            (7, self._apply_document),
            (4, self._apply_draft),
            (10, self._edit_draft),
            (2, self._create_draft),
            (2, self._release_draft),
            (5, self._changes),
            (3, self._draft_changes),
            (3, self._revert),
            (4, self._move_row),
            (2, self._delete_row),
            (2, self._set_content),
            (2, self._configure),
            (0.3, self._close),
            (0.3, self._lists),
            (6, self._mistake),
            (4, self._read_source),
            (4, self._read_draft),
            (20, self._look_up),
            (6, self._tree),
            (3, self._view),
        ]
        self._weights = [weight for weight, _ in self._choices]
        self._functions = [function for _, function in self._choices]

    def next(self) -> Tuple[str, dict, Expected]:
        """A request and what has to come of it."""
        if self._is_new:
            self._is_new = False
            return self._create_long()
        if self._starting:
            return self._create(self._starting.pop())
        request = None
        while request is None:
            request = self.random.choices(self._functions, self._weights)[0]()
        return request

    # MARK: Chances

    def _source(self) -> Source:
        return self.random.choice(list(self.sources.values()))

    def _draft(self) -> Optional[str]:
        return self.random.choice(list(self.drafts)) if self.drafts else None

    # MARK: Applies

    def _applying(self, source: Source, method: str, params: dict, after: ListModel, warnings=()):
        """An apply that succeeds, and the prediction of its answer."""
        before = source.list
        if self.chance(0.1):
            params["animatingDifferences"] = False
        if self.chance(0.1) and method != "dataSource/create":
            params["ifRevision"] = source.revision
        after.warnings = []
        source.list = after
        source.revision += 1
        source.past.append((source.revision, after.copy(), source.content))
        result = {
            "revision": source.revision,
            "numberOfSections": len(after.sections),
            "numberOfItems": len(after.item_names()),
            "warnings": list(warnings),
        }
        counts = expected_counts(before, after)

        def check(message: dict) -> Optional[str]:
            found = dict(message["result"])
            made = found.pop("counts")
            if found != result:
                return f"expected {result}"
            for kind, wanted in counts.items():
                for what, number in wanted.items():
                    if made[kind][what] != number:
                        return f"{kind} {what}: expected {number}"
            return None

        applied = Applied(
            source.name, source.revision, after.document(), source.has_contents
        )
        params = dict(params, dataSource=source.name)
        return method, params, Expected(method, check=check, applied=applied)

    def _create(self, name: str):
        number = self._names.index(name)
        options: dict = {"changeFormat": FORMATS[number % 3], "heights": HEIGHTS}
        if number % 11 == 3:
            options["includeContent"] = False
        if number % 11 == 7:
            options["contentChanges"] = self.random.choice(["reload", "ignore"])
        if number % 5 == 2:
            options["history"] = self.random.choice([0, 1, 5, 20])
        options["reordering"] = {"allowed": True, "acrossSections": True}
        size = 300 if number % 16 == 9 else 20 + number
        source = Source(name, size, options)
        self.sources[name] = source
        if self.chance(0.5):
            result = {"revision": 0}
            params = {"dataSource": name, "options": options}
            return "dataSource/create", params, Expected("dataSource/create", result=result)
        document = self.document(source.list, size, source.gone)
        source.list.replace(document)
        source.revision = 1
        source.past.append((1, source.list.copy(), None))
        params = {"dataSource": name, "options": options, "snapshot": {"sections": document}}
        applied = Applied(name, 1, source.list.document(), source.has_contents)
        expected = Expected("dataSource/create", result={"revision": 1}, applied=applied)
        return "dataSource/create", params, expected

    def _create_long(self):
        source = self.long
        document = [{"id": "A", "items": list(range(LONG_LIST))}]
        source.list.replace(document)
        source.revision = 1
        params = {"dataSource": source.name, "options": source.options}
        applied = Applied(source.name, 1, source.list.document(), True)
        expected = Expected("dataSource/create", result={"revision": 1}, applied=applied)
        return "dataSource/create", dict(params, snapshot={"sections": document}), expected

    def long_request(self) -> Tuple[str, dict, Expected]:
        """A request that takes long, and what has to be undone when it is cancelled."""
        source = self.long
        kept = source.list, source.revision, source.past.copy()

        def undo() -> None:
            source.list, source.revision, source.past = kept

        if self.chance(0.5):
            method, params, expected = self.contents_of(source)
        else:
            after = source.list.copy()
            edits = [{"op": "reverseItems"}]
            after.edit(edits)
            method, params, expected = self._applying(
                source, "dataSource/edit", {"edits": edits}, after
            )
        return method, params, expected._replace(undo=undo)

    def _edit(self):
        source = self._source()
        edits = self.edits(source.list, source.size, source.gone)
        after = source.list.copy()
        warnings = after.edit(edits)
        after.forget_absent()
        return self._applying(source, "dataSource/edit", {"edits": edits}, after, warnings)

    def _apply_document(self):
        source = self._source()
        document = self.document(source.list, source.size, source.gone)
        after = source.list.copy()
        after.replace(document)
        snapshot: dict = {"sections": document}
        if self.chance(0.3) and after.item_names():
            snapshot["reloadedItems"] = [json_of(i) for i in self.some(after.item_names())]
            snapshot["reconfiguredItems"] = [json_of(i) for i in self.some(after.item_names())]
        params: dict = {"snapshot": snapshot}
        if self.chance(0.1):
            params["mode"] = self.random.choice(["diff", "reloadData"])
        return self._applying(source, "dataSource/apply", params, after)

    def _apply_draft(self):
        name = self._draft()
        if name is None:
            return None
        source, draft = self._source(), self.drafts[name]
        if len(draft.item_names()) > 3 * source.size:
            return None
        after = ListModel()
        after.take_over(draft)
        for own, old in zip(after.contents, source.list.contents):
            for element, content in old.items():
                own.setdefault(element, content)
        after.forget_absent()
        # From now on the draft is as if it had been made from the new state.
        self.drafts[name] = Draft(after)
        return self._applying(source, "dataSource/apply", {"snapshot": name}, after)

    def _revert(self):
        source = self._source()
        revision, old, content = self.random.choice(source.past)
        params = {"toRevision": revision}
        source.content = content
        return self._applying(source, "dataSource/revert", params, old.copy())

    def _move_row(self):
        source = self._source()
        if not source.list.item_names():
            return None
        after = source.list.copy()
        item = self.random.choice(after.item_names())
        start = after.place_of(item)
        after.sections[start[0]][1].remove(item)
        target = self.random.randrange(len(after.sections))
        end = (target, self.random.randint(0, len(after.sections[target][1])))
        after.sections[target][1].insert(end[1], item)
        params = {"from": list(start), "to": list(end)}
        return self._applying(source, "dataSource/moveRow", params, after)

    def _delete_row(self):
        source = self._source()
        if not source.list.item_names():
            return None
        after = source.list.copy()
        item = self.random.choice(after.item_names())
        place = after.place_of(item)
        after.sections[place[0]][1].remove(item)
        after.forget_absent()
        return self._applying(source, "dataSource/deleteRow", {"indexPath": list(place)}, after)

    def _set_content(self):
        source = self._source()
        source.content = self.content()
        params = {"content": source.content}
        return self._applying(source, "dataSource/setContent", params, source.list.copy())

    # MARK: Life of data sources and drafts

    def _configure(self):
        source = self._source()
        format_ = self.random.choice([*FORMATS, *FORMATS, "none"])
        options = {"changeFormat": format_, "defaultRowAnimation": f"{self.random.random()}"}
        params = {"dataSource": source.name, "options": options}
        result = {"revision": source.revision}
        return "dataSource/configure", params, Expected("dataSource/configure", result=result)

    def _close(self):
        source = self._source()
        self.views = {name: view for name, view in self.views.items() if view.base is not source}
        self._starting.append(source.name)
        return self._closed(self.sources, source)

    def _create_draft(self):
        if len(self.drafts) >= MAX_DRAFTS:
            return None
        self._fresh += 1
        name = f"draft {self._fresh}"
        params: dict = {"snapshot": name}
        origin: Optional[ListModel] = None
        if self.chance(0.2) and self.drafts:
            params["from"] = {"snapshot": self._draft()}
            origin = self.drafts[params["from"]["snapshot"]]
        elif self.chance(0.9):
            source = self._source()
            params["from"], origin = {"dataSource": source.name}, source.list
        draft = self.drafts[name] = Draft(origin)
        counts = {"numberOfSections": len(draft.sections), "numberOfItems": len(draft.item_names())}
        return "snapshot/create", params, Expected("snapshot/create", result=counts)

    def _release_draft(self):
        name = self._draft()
        if name is None:
            return None
        del self.drafts[name]
        return "snapshot/release", {"snapshot": name}, Expected("snapshot/release")

    def _edit_draft(self):
        name = self._draft()
        if name is None:
            return None
        draft = self.drafts[name]
        edits = self.edits(draft, 60, deque())
        warnings = draft.edit(edits)
        draft.warnings = []
        draft.forget_absent(*draft.origin)
        result = {
            "numberOfSections": len(draft.sections),
            "numberOfItems": len(draft.item_names()),
            "warnings": warnings,
        }
        params = {"snapshot": name, "edits": edits}
        return "snapshot/edit", params, Expected("snapshot/edit", result=result)

    # MARK: Reading

    def _lists(self):
        if self.chance(0.5):
            listed = [
                {
                    "dataSource": source.name,
                    "revision": source.revision,
                    "numberOfSections": len(source.list.sections),
                    "numberOfItems": len(source.list.item_names()),
                }
                for source in self.sources.values()
            ]
            names = set(self.sources)

            def check(message: dict) -> Optional[str]:
                found = message["result"]["dataSources"]
                same = [entry for entry in found if entry["dataSource"] in names] == listed
                return None if same else f"expected {listed}"

            return "dataSource/list", {}, Expected("dataSource/list", check=check)
        result = {
            "snapshots": [
                {
                    "snapshot": name,
                    "numberOfSections": len(draft.sections),
                    "numberOfItems": len(draft.item_names()),
                }
                for name, draft in self.drafts.items()
            ]
        }
        return "snapshot/list", {}, Expected("snapshot/list", result=result)

    def contents_of(self, source: Source):
        result = {"revision": source.revision, "sections": source.list.document()}
        params = {"dataSource": source.name}
        return "snapshot/contents", params, Expected("snapshot/contents", result=result)

    def draft_contents_of(self, name: str):
        wanted = self.drafts[name].document()

        def check(message: dict) -> Optional[str]:
            # Marks are there, or not; the model does not keep them.
            return None if message["result"]["sections"] == wanted else f"expected {wanted}"

        return "snapshot/contents", {"snapshot": name}, Expected("snapshot/contents", check=check)

    def _read_source(self):
        return self.contents_of(self._source())

    def _read_draft(self):
        name = self._draft()
        return None if name is None else self.draft_contents_of(name)

    def _look_up(self):
        is_draft = bool(self.drafts) and self.chance(0.3)
        target: dict
        if is_draft:
            name = self._draft()
            list_, target, base = self.drafts[name], {"snapshot": name}, {}
        else:
            source = self._source()
            list_, target = source.list, {"dataSource": source.name}
            base = {"revision": source.revision}
            if self.chance(0.1):
                target["atRevision"] = source.revision
        methods = QUESTIONS[:6] if is_draft else QUESTIONS
        method, ask = self.random.choice(methods)
        params, result = ask(self, list_)
        expected = Expected(method, result=dict(base, **result))
        return method, dict(target, **params), expected

    # MARK: Trees and views

    def _tree(self):
        if len(self.trees) < self._room and self.chance(0.1):
            self._fresh += 1
            name = f"tree {self._fresh}"
            self.trees[name], request = self.create_tree(name, self.random.choice(FORMATS))
            return request
        if not self.trees:
            return None
        tree = self.random.choice(list(self.trees.values()))
        if self.chance(0.005):
            return self._closed(self.trees, tree)
        return self.random.choice(
            [self.edit_tree, self.edit_tree, self.disclose, self.disclose, self.read_tree]
        )(tree)

    def _view(self):
        # Those whose changed contents are announced, for a view is nothing but what is announced.
        bases = [source for source in self.sources.values() if source.has_contents]
        if bases and len(self.views) < self._room and self.chance(0.3):
            self._fresh += 1
            name = f"view {self._fresh}"
            base, format_ = self.random.choice(bases), self.random.choice(FORMATS)
            self.views[name], request = self.create_view(name, base, format_)
            return request
        if not self.views:
            return None
        view = self.random.choice(list(self.views.values()))
        if self.chance(0.02):
            return self._closed(self.views, view)
        return self.random.choice([self.contents_of_view, self.update_view, self.edit_view])(view)

    def _closed(self, kept, one):
        del kept[one.name]
        return "dataSource/close", {"dataSource": one.name}, Expected("dataSource/close")

    # MARK: Differences

    def _changes(self):
        source = self._source()
        revision, old, content = self.random.choice(source.past)
        format_ = self.random.choice(FORMATS)
        params = {"dataSource": source.name, "since": revision, "changeFormat": format_}
        before, after = old.document(), source.list.document()
        wanted = {"fromRevision": revision, "revision": source.revision}
        if content != source.content:
            wanted["content"] = source.content
        has_contents = source.has_contents
        replays = self.replays

        def check(message: dict) -> Optional[str]:
            found = dict(message["result"])
            changes = found.pop("changes")
            if found != wanted:
                return f"expected {wanted}"
            return replays(before, changes, after, has_contents)

        return "dataSource/changes", params, Expected("dataSource/changes", check=check)

    def _draft_changes(self):
        name = self._draft()
        if name is None:
            return None
        source, draft = self._source(), self.drafts[name]
        ends = [({"dataSource": source.name}, source.list), ({"snapshot": name}, draft)]
        self.random.shuffle(ends)
        (start, old), (end, new) = ends
        format_ = self.random.choice(FORMATS)
        before, after = old.document(), new.document()
        counts = expected_counts(old, new)
        replays = self.replays
        # A data source that ignores changed contents does so when it is compared, too.
        ignores = source.options.get("contentChanges") == "ignore"

        def check(message: dict) -> Optional[str]:
            made = message["result"]["counts"]
            for kind, wanted in counts.items():
                for what, number in wanted.items():
                    if made[kind][what] != number:
                        return f"{kind} {what}: expected {number}"
            return replays(before, message["result"]["changes"], after, not ignores)

        params = {"from": start, "to": end, "changeFormat": format_}
        return "snapshot/changes", params, Expected("snapshot/changes", check=check)

    # Set by whoever runs the workload, for the replay is an oracle of its own.
    replays: Callable[[list, Any, list, bool], Optional[str]]

    # MARK: Mistakes

    def _mistake(self):
        code, method, params = mistake(self, self._source())
        return method, params, Expected(method, code=code)
