"""Files as other programs write them, made here."""

import hashlib
import io
import json
import sqlite3
import zipfile

AT = "2026-03-01T10:00:00+00:00"


def node(key, content, kind="fact", **more):
    return {
        "id": key,
        "tenant_id": "local-default",
        "agent_id": "",
        "project": "garden",
        "session_id": "",
        "label": content.split()[0],
        "content": content,
        "node_type": kind,
        "tags": [],
        "metadata": {},
        "source_prompt": "",
        "evidence_records": [],
        "valid_from": None,
        "valid_to": None,
        "created_at": AT,
        "updated_at": AT,
    } | more


def edge(source, relationship, target):
    return {
        "id": f"{source}-{relationship}-{target}",
        "source_id": source,
        "target_id": target,
        "relationship": relationship,
        "created_at": AT,
    }


def backup(nodes, edges):
    return json.dumps({"schema_version": 7, "nodes": nodes, "edges": edges}, indent=1).encode()


def abhi(nodes, edges, **manifest):
    parts = {
        "nodes.jsonl": "\n".join(json.dumps(one) for one in nodes).encode(),
        "edges.jsonl": "\n".join(json.dumps(one) for one in edges).encode(),
    }
    members = {name: {"sha256": hashlib.sha256(data).hexdigest()} for name, data in parts.items()}
    manifest = {"schema_version": "2.0.0", "members": members} | manifest
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in {**parts, "manifest.json": json.dumps(manifest).encode()}.items():
            packed.writestr(name, data)
    return b"WGL\x01" + file.getvalue()


def database(path, nodes, edges):
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as made:
        for table, rows, columns in (
            ("nodes", nodes, list(node("", "x"))),
            ("edges", edges, list(edge("", "", ""))),
        ):
            made.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            for row in rows:
                values = [
                    json.dumps(one) if isinstance(one, dict | list) else one
                    for one in (row.get(name) for name in columns)
                ]
                made.execute(
                    f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", values
                )
    made.close()
    return path
