"""Views above the lists: which there are, and what each has to show."""

from __future__ import annotations

from typing import Any, List, Optional

from edit_choice import EditChoice
from holdings import Expected, Source
from model import json_of


class ViewModel:
    """A view by its definition, evaluated anew from the whole list whenever it is asked."""

    has_contents = True

    def __init__(self, name: str, base: Source, stages: dict):
        self.name = name
        self.base = base
        self.stages = stages

    # What a source has its list for.
    @property
    def list(self) -> "ViewModel":
        return self

    def document(self) -> List[dict]:
        """The sections as `snapshot/contents` has them."""
        base, document = self.base.list, []
        for section in base.document():
            items = [entry for entry in section["items"] if self._passes(entry)]
            if items:
                document.append(dict(section, items=items))
        if self.stages.get("flatten"):
            document = [{"id": "all", "items": [i for s in document for i in s["items"]]}]
        for section in document:
            section["items"] = self._sorted(section["items"])
        return document

    def _passes(self, entry: Any) -> bool:
        where = self.stages.get("where")
        if not where:
            return True
        number = number_of(entry)
        return number is not None and number >= where["atLeast"]

    def _sorted(self, items: list) -> list:
        for key in self.stages.get("sortBy", []):
            present = [entry for entry in items if number_of(entry) is not None]
            missing = [entry for entry in items if number_of(entry) is None]
            present.sort(key=number_of, reverse=key.get("order") == "descending")
            items = present + missing
        return items


def number_of(entry: Any) -> Optional[int]:
    """What stands at `/m` in the content of an item."""
    content = entry.get("content") if isinstance(entry, dict) else None
    return content.get("m") if isinstance(content, dict) else None


class ViewChoice(EditChoice):
    """Requests about views."""

    def create_view(self, name: str, base: Source, format_: str):
        view = ViewModel(name, base, self._stages())
        definition = dict(view.stages, of=base.name)
        params = {"dataSource": name, "view": definition, "options": {"changeFormat": format_}}
        return view, (
            "dataSource/create", params, Expected("dataSource/create", result={"revision": 1})
        )

    def update_view(self, view: ViewModel):
        """Replaces all stages."""
        view.stages = self._stages()
        stages = {name: view.stages.get(name) for name in ("where", "sortBy", "flatten")}
        wanted = [len(section["items"]) for section in view.document()]

        def check(message: dict) -> Optional[str]:
            result = message["result"]
            found = (result["numberOfSections"], result["numberOfItems"])
            return None if found == (len(wanted), sum(wanted)) else f"expected {wanted}"

        params = {"dataSource": view.name, "view": stages}
        return "dataSource/updateView", params, Expected("dataSource/updateView", check=check)

    def contents_of_view(self, view: ViewModel):
        wanted = view.document()

        def check(message: dict) -> Optional[str]:
            # How often a view shows something new is for the replay to say.
            return None if message["result"]["sections"] == wanted else f"expected {wanted}"

        params = {"dataSource": view.name}
        return "snapshot/contents", params, Expected("snapshot/contents", check=check)

    def edit_view(self, view: ViewModel):
        item = {"op": "deleteItems", "items": [json_of("x")]}
        params = {"dataSource": view.name, "edits": [item]}
        return "dataSource/edit", params, Expected("dataSource/edit", code=1020)

    def _stages(self) -> dict:
        stages: dict = {}
        if self.chance(0.6):
            stages["where"] = {"pointer": "/m", "atLeast": self.random.randint(2, 22)}
        if self.chance(0.6):
            order = self.random.choice(["ascending", "descending"])
            stages["sortBy"] = [{"pointer": "/m", "order": order}]
        if self.chance(0.4):
            stages["flatten"] = True
        return stages
