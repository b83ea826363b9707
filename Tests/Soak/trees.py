"""Data sources whose one section is a tree: edits of it, and what has to come of them."""

from __future__ import annotations

from typing import Any, Iterator, List, Optional, Tuple

from edit_choice import EditChoice
from holdings import Applied, Expected

SECTION = "tree"


class Node:
    """An item with what hangs below it."""

    def __init__(self, name: Any):
        self.name = name
        self.is_open = False
        self.children: List[Node] = []

    def entry(self) -> dict:
        """The node as `dataSource/sectionSnapshot` has it."""
        entry: dict = {"id": self.name}
        if self.is_open:
            entry["expanded"] = True
        if self.children:
            entry["children"] = [child.entry() for child in self.children]
        return entry


class Tree:
    """The items of the section, shown or not; what `Source` is for lists."""

    has_contents = True

    def __init__(self, name: str, size: int):
        self.name = name
        self.size = size
        self.revision = 1
        self.root = Node(None)

    # What a source has its list for.
    @property
    def list(self) -> "Tree":
        return self

    def places(self, below: Optional[Node] = None) -> Iterator[Tuple[Node, Node]]:
        """All nodes, each with the one right above it, depth first."""
        above = below or self.root
        for node in above.children:
            yield node, above
            yield from self.places(node)

    def rows(self, above: Optional[Node] = None, level: int = 0) -> Iterator[Tuple[Node, int]]:
        """The nodes that are shown, each with its level."""
        for node in (above or self.root).children:
            yield node, level
            if node.is_open:
                yield from self.rows(node, level + 1)

    def document(self) -> List[dict]:
        """The rows as the replay has them, with the outline of each that is not plain."""
        items = []
        for node, level in self.rows():
            outline = [level, node.is_open, len(node.children)]
            plain = outline == [0, False, 0]
            items.append({"id": node.name} if plain else {"id": node.name, "outline": outline})
        return [{"id": SECTION, "items": items}]


class TreeChoice(EditChoice):
    """Requests about trees."""

    def create_tree(self, name: str, format_: str):
        tree = Tree(name, self.random.choice([8, 30, 120]))
        options = {"changeFormat": format_}
        params = {"dataSource": name, "options": options, "snapshot": {"sections": [SECTION]}}
        applied = Applied(name, 1, tree.document(), True)
        expected = Expected("dataSource/create", result={"revision": 1}, applied=applied)
        return tree, ("dataSource/create", params, expected)

    def edit_tree(self, tree: Tree):
        edits = [self._tree_edit(tree) for _ in range(self.random.choice([1, 1, 2, 5]))]
        return self._tree_applied(tree, "dataSource/editSection", section=SECTION, edits=edits)

    def disclose(self, tree: Tree):
        rows = [node for node, _ in tree.rows()]
        if not rows:
            return self.edit_tree(tree)
        node = self.random.choice(rows)
        node.is_open = not node.is_open
        method = "dataSource/expandItem" if node.is_open else "dataSource/collapseItem"
        return self._tree_applied(tree, method, item=node.name)

    def read_tree(self, tree: Tree):
        params = {"dataSource": tree.name, "section": SECTION}
        result = {"revision": tree.revision, "items": tree.root.entry().get("children", [])}
        return "dataSource/sectionSnapshot", params, Expected(
            "dataSource/sectionSnapshot", result=result
        )

    # MARK: Edits

    def _tree_applied(self, tree: Tree, method: str, **params: Any):
        tree.revision += 1
        document = tree.document()
        wanted = {
            "revision": tree.revision,
            "numberOfSections": 1,
            "numberOfItems": len(document[0]["items"]),
            "warnings": [],
        }

        def check(message: dict) -> Optional[str]:
            found = {name: message["result"][name] for name in wanted}
            return None if found == wanted else f"expected {wanted}"

        applied = Applied(tree.name, tree.revision, document, True)
        return method, dict(params, dataSource=tree.name), Expected(
            method, check=check, applied=applied
        )

    def _tree_edit(self, tree: Tree) -> dict:
        """Carries an edit out on the model and returns it as it is sent."""
        places = list(tree.places())
        if len(places) < tree.size * self.random.random() * 2 or not places:
            return self._growth(tree, places)
        some = self.some(places)
        names = [node.name for node, _ in some]
        op = self.random.choice(["delete", "delete", "expand", "expand", "collapse"])
        if self.chance(0.01):
            tree.root.children = []
            return {"op": "deleteAll"}
        for node, above in some:
            if op == "delete":
                above.children.remove(node)
            else:
                node.is_open = op == "expand"
        return {"op": op, "items": names}

    def _growth(self, tree: Tree, places: list) -> dict:
        new = [self._node(2) for _ in range(self.random.randint(1, 4))]
        node, above = self.random.choice(places) if places else (tree.root, tree.root)
        op = self.random.choice(["append", "insert", "replaceChildren", "insertSnapshot"])
        if node is tree.root:
            op = "append"
        if op in ("append", "insert"):
            for item in new:
                item.children, item.is_open = [], False
        if op == "append":
            edit = {"op": op, "items": [item.name for item in new]}
            if node is not tree.root and self.chance(0.7):
                node.children += new
                return dict(edit, to=node.name)
            tree.root.children += new
            return edit
        document = {"items": [item.entry() for item in new]}
        if op == "replaceChildren":
            node.children = new
            return {"op": op, "of": node.name, "with": document}
        side = self.random.choice(["before", "after"])
        at = above.children.index(node) + (side == "after")
        above.children[at:at] = new
        if op == "insert":
            return {"op": op, "items": [item.name for item in new], side: node.name}
        return {"op": op, "snapshot": document, side: node.name}

    def _node(self, depth: int) -> Node:
        """A new node, with others below it perhaps."""
        self._fresh += 1
        node = Node(f"node {self._fresh}")
        node.is_open = self.chance(0.5)
        if depth > 0 and self.chance(0.4):
            node.children = [self._node(depth - 1) for _ in range(self.random.randint(1, 3))]
        return node
