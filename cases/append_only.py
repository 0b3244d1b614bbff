"""A migration operation with which the database itself refuses to change what is settled."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class RefuseUpdate(Operation):
    """Triggers that refuse an UPDATE of `columns` of `table` on SQLite and PostgreSQL.

    `unless` is an SQL condition on OLD and NEW under which the update is let through, such as
    `OLD.state <> 'ready'` or, for erasure on request, `NEW.erased_at IS NOT NULL`.
    Repeat it at the end of a migration that adds, changes or removes a column of the table: SQLite
    makes such a table anew, without its triggers. It replaces a trigger that is there.
    DELETE is left to the ORM's PROTECT: a test runner empties tables by DELETE on SQLite.
    """

    reversible = True

    def __init__(self, table: str, columns: list[str], *, unless: str = "", reason: str) -> None:
        self.table = table
        self.columns = columns
        self.unless = unless
        self.reason = reason

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        kwargs = {"columns": self.columns, "reason": self.reason}
        if self.unless:
            kwargs["unless"] = self.unless
        return self.__class__.__name__, [self.table], kwargs

    @property
    def trigger(self) -> str:
        return f"{self.table}_refuse_update"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        pass

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        changed = " OR ".join(self._differs(c, schema_editor) for c in self.columns)
        self._drop(schema_editor)
        when = f"({changed})" + (f" AND NOT ({self.unless})" if self.unless else "")
        for statement in self._create(when, schema_editor.connection.vendor):
            schema_editor.execute(statement, params=None)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self._drop(schema_editor)

    def _drop(self, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {self.trigger} ON {self.table}")
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {self.trigger}()")
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {self.trigger}")

    def describe(self) -> str:
        return f"Refuse updates of {self.table}: {self.reason}"

    def _differs(self, column: str, schema_editor: BaseDatabaseSchemaEditor) -> str:
        if schema_editor.connection.vendor == "postgresql":
            return f'OLD."{column}" IS DISTINCT FROM NEW."{column}"'
        return f'OLD."{column}" IS NOT NEW."{column}"'

    def _create(self, when: str, vendor: str) -> list[str]:
        reason = self.reason.replace("'", "''")
        if vendor == "postgresql":
            # The condition stands in the body: a WHEN clause may hold no subquery.
            return [
                f"CREATE FUNCTION {self.trigger}() RETURNS trigger LANGUAGE plpgsql AS $$"
                f" BEGIN IF {when} THEN RAISE EXCEPTION '{reason}'"
                " USING ERRCODE = 'integrity_constraint_violation'; END IF;"
                " RETURN NEW; END $$",
                f"CREATE TRIGGER {self.trigger} BEFORE UPDATE ON {self.table}"
                f" FOR EACH ROW EXECUTE FUNCTION {self.trigger}()",
            ]
        return [
            f"CREATE TRIGGER {self.trigger} BEFORE UPDATE ON {self.table}"
            f" FOR EACH ROW WHEN {when}"
            f" BEGIN SELECT RAISE(ABORT, '{reason}'); END"
        ]
