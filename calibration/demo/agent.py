"""The refund-support app: a router over two agents, their tools, and the scripted model.

The agents are real ADK agents run by ADK's own Runner. Only the model is not: it says what the
scenario's author wrote, whatever it is asked.
"""

from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Iterable
from typing import TYPE_CHECKING, Any

from calibration.demo.script import Call, Move, Say, Transfer

if TYPE_CHECKING:
    from google.adk.apps import App
    from google.adk.models import BaseLlm

APP_NAME = "refund_support"
MODEL = "scripted/refund-flash"


class Stage:
    """What the model says next and what the tools answer next."""

    def __init__(self) -> None:
        self._moves: deque[Move] = deque()
        self._results: dict[str, deque[dict[str, Any]]] = defaultdict(deque)

    def set(self, moves: Iterable[Move]) -> None:
        self._moves = deque(moves)
        self._results.clear()
        for move in self._moves:
            if isinstance(move, Call):
                self._results[move.tool].append(move.result)

    def next_move(self) -> Move:
        """Raises IndexError when the script is at its end."""
        return self._moves.popleft()

    def answer(self, tool: str) -> dict[str, Any]:
        return self._results[tool].popleft()

    @property
    def left(self) -> int:
        """Moves and tool answers that were written and not played."""
        return len(self._moves) + sum(len(waiting) for waiting in self._results.values())


def build_app(stage: Stage) -> "App":
    """The app; its model and tools play what is set on `stage`."""
    from google.adk.agents import LlmAgent
    from google.adk.apps import App

    model = scripted_model(stage)
    look_up, decide = _tools(stage)
    orders = LlmAgent(
        name="orders_agent",
        description="Finds orders, parcels and customers.",
        instruction="Find the order. Check who is asking before you read out any detail.",
        model=model,
        tools=look_up,
    )
    refunds = LlmAgent(
        name="refunds_agent",
        description="Decides on refunds and pays them.",
        instruction="Follow the returns policy. State amounts as the tools return them.",
        model=model,
        tools=decide,
    )
    router = LlmAgent(
        name="router",
        description="Greets and routes.",
        instruction="Send the customer to the right agent.",
        model=model,
        sub_agents=[orders, refunds],
    )
    return App(name=APP_NAME, root_agent=router)


def scripted_model(stage: Stage) -> "BaseLlm":
    """A model that plays the moves of `stage`, one a request."""
    from google.adk.models import BaseLlm, LlmResponse
    from google.genai import types

    class ScriptedLlm(BaseLlm):  # type: ignore[misc, unused-ignore]
        async def generate_content_async(
            self, llm_request: Any, stream: bool = False
        ) -> AsyncGenerator[Any, None]:
            part = _part(stage.next_move())
            size = len(part.model_dump_json(exclude_none=True)) // 4 + 1
            yield LlmResponse(
                content=types.Content(role="model", parts=[part]),
                finish_reason=types.FinishReason.STOP,
                model_version="refund-flash-001",
                usage_metadata=types.GenerateContentResponseUsageMetadata(
                    prompt_token_count=400 + 6 * size,
                    candidates_token_count=size,
                    total_token_count=400 + 7 * size,
                ),
            )

    return ScriptedLlm(model=MODEL)


def _part(move: Move) -> Any:
    from google.genai import types

    match move:
        case Say(text):
            return types.Part(text=text)
        case Call(tool, args, _):
            return types.Part(function_call=types.FunctionCall(name=tool, args=args))
        case Transfer(agent):
            call = types.FunctionCall(name="transfer_to_agent", args={"agent_name": agent})
            return types.Part(function_call=call)


def _tools(stage: Stage) -> tuple[list[Any], list[Any]]:
    """The tools of the orders agent and of the refunds agent."""

    def lookup_order(order_id: str) -> dict[str, Any]:
        """Find one order by its number."""
        return stage.answer("lookup_order")

    def get_customer(email: str) -> dict[str, Any]:
        """Profile of the customer with this address, and whether the order is theirs."""
        return stage.answer("get_customer")

    def track_shipment(tracking_number: str) -> dict[str, Any]:
        """Last scan of a parcel."""
        return stage.answer("track_shipment")

    def check_stock(item: str, size: str) -> dict[str, Any]:
        """Whether a size is in stock."""
        return stage.answer("check_stock")

    def search_policy(query: str) -> dict[str, Any]:
        """Search the returns policy."""
        return stage.answer("search_policy")

    def issue_refund(order_id: str, amount: float, reason: str) -> dict[str, Any]:
        """Pay money back for an order."""
        return stage.answer("issue_refund")

    def make_return_label(order_id: str) -> dict[str, Any]:
        """Make a return label and send it to the customer."""
        return stage.answer("make_return_label")

    def ask_carrier(tracking_number: str) -> dict[str, Any]:
        """Ask the carrier to search for a parcel."""
        return stage.answer("ask_carrier")

    def cancel_order(order_id: str) -> dict[str, Any]:
        """Cancel an order that has not left."""
        return stage.answer("cancel_order")

    def list_charges(order_id: str) -> dict[str, Any]:
        """Card charges taken for an order."""
        return stage.answer("list_charges")

    look_up = [lookup_order, get_customer, track_shipment, check_stock]
    decide = [
        lookup_order,
        get_customer,
        search_policy,
        issue_refund,
        make_return_label,
        ask_carrier,
        cancel_order,
        list_charges,
    ]
    return look_up, decide
