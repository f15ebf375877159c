# SPDX-License-Identifier: Apache-2.0
"""The rules of tools/layers.txt, and where a file of src/ lives by them."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Layers:
    """`below`: layer to all layers it may include, itself too; `rooms`: layer
    to {room: rooms it may include, itself too}, empty for one without."""

    def __init__(self, text=None):
        self.below, self.rooms = {}, {}
        layer = None
        if text is None:
            text = (ROOT / "tools" / "layers.txt").read_text()
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            name, _, names = line.strip().partition(":")
            if not line.startswith(" "):
                layer = name
                self.below[name] = {name}.union(
                    *(self.below[other] for other in names.split()))
                self.rooms[name] = {}
            else:
                self.rooms[layer][name] = {name, *names.split()}

    def place(self, path):
        """(layer, room) of a path from src/; a room of None is unknown."""
        layer, *inside = pathlib.PurePath(path).parts[:-1]
        room = "/".join(inside) or "."
        if layer in self.rooms and not self.rooms[layer] and room == ".":
            return layer, room
        return layer, room if room in self.rooms.get(layer, ()) else None

    def allows(self, source, target):
        """Why the file `source` may not include `target`, both from src/;
        None: it may."""
        layer, room = self.place(source)
        other, other_room = self.place(target)
        if other not in self.below[layer]:
            return f"{layer} may not include {other}"
        if other == layer and self.rooms[layer] and \
                other_room not in self.rooms[layer].get(room, ()):
            return f"{layer}/{room} may not include {layer}/{other_room}"
        return None
