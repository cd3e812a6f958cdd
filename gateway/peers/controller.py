"""A Modbus device made with pymodbus: its registers are set, and watched, by lines of JSON on stdin and stdout.

controller.py tcp <port> | rtu-over-tcp <port> | rtu <path> <baud>    (port 0: any free one)
in:  {"set": {"unit": 10, "table": "input", "address": 0, "values": [1]}}
     {"get": {"unit": 10, "table": "holding", "address": 100, "count": 2}}
     {"refuse": {"unit": 10, "table": "input", "addresses": [3]}}   answers exception 2 for these
     {"fail": {"unit": 10, "is": true}}                           answers exception 4 for everything
     {"clamp": {"unit": 10, "address": 100, "low": 0, "high": 20}}  takes no more than that
     {"ignore": {"unit": 10, "is": true}}                         says yes and takes nothing
     {"units": [10, 11]}                                          which there are, before anything else
out: {"ready": 5020}, {"values": [...]}, {"wrote": {"unit": 10, "address": 100, "values": [5]}}, {"ok": true}
"""
import asyncio
import json
import socket
import sys

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server import StartAsyncSerialServer, StartAsyncTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer

LETTER = {"discrete": "d", "coil": "c", "input": "i", "holding": "h"}


def say(what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Block(ModbusSequentialDataBlock):
    """Registers that can refuse, fail, clamp or ignore."""

    def __init__(self, unit, table):
        super().__init__(0, [0] * 65536)
        self.unit, self.table = unit, table
        self.refused, self.clamps = set(), {}
        self.fails = self.ignores = False

    def validate(self, address, count=1):
        wanted = range(address, address + count)
        return super().validate(address, count) and not any(one in self.refused for one in wanted)

    def getValues(self, address, count=1):
        if self.fails:
            raise RuntimeError("broken")
        return super().getValues(address, count)

    def setValues(self, address, values):
        values = [int(one) for one in (values if isinstance(values, list) else [values])]
        say({"wrote": {"unit": self.unit, "table": self.table, "address": address, "values": values}})
        if self.ignores:
            return
        for i, value in enumerate(values):
            low, high = self.clamps.get(address + i, (0, 65535))
            super().setValues(address + i, [max(low, min(high, value))])

    def put(self, address, values):
        super().setValues(address, values)


blocks = {}
slaves = {}
context = ModbusServerContext(slaves=slaves, single=False)


def add_unit(unit):
    for table in LETTER:
        blocks[unit, table] = Block(unit, table)
    di, co, ir, hr = (blocks[unit, table] for table in ("discrete", "coil", "input", "holding"))
    context[unit] = ModbusSlaveContext(di=di, co=co, ir=ir, hr=hr, zero_mode=True)


def of_unit(unit):
    return [block for (own, _), block in blocks.items() if own == unit]


def obey(order):
    if "units" in order:
        for unit in order["units"]:
            add_unit(unit)
    elif "set" in order:
        what = order["set"]
        blocks[what["unit"], what["table"]].put(what["address"], what["values"])
    elif "get" in order:
        what = order["get"]
        block = blocks[what["unit"], what["table"]]
        return say({"values": [int(one) for one in ModbusSequentialDataBlock.getValues(block, what["address"], what["count"])]})
    elif "refuse" in order:
        what = order["refuse"]
        blocks[what["unit"], what["table"]].refused = set(what["addresses"])
    elif "clamp" in order:
        what = order["clamp"]
        blocks[what["unit"], "holding"].clamps[what["address"]] = (what["low"], what["high"])
    elif "fail" in order:
        for block in of_unit(order["fail"]["unit"]):
            block.fails = order["fail"]["is"]
    elif "ignore" in order:
        for block in of_unit(order["ignore"]["unit"]):
            block.ignores = order["ignore"]["is"]
    say({"ok": True})


async def hear():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        obey(json.loads(line))
    # Whoever started it is gone.
    sys.exit(0)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


async def main():
    kind, where = sys.argv[1], sys.argv[2]
    asyncio.get_running_loop().create_task(hear())
    if kind == "rtu":
        say({"ready": 0})
        await StartAsyncSerialServer(
            context=context, framer=ModbusRtuFramer, port=where, baudrate=int(sys.argv[3]), timeout=0.01,
            ignore_missing_slaves=True,
        )
        return
    port = int(where) or free_port()
    framer = ModbusSocketFramer if kind == "tcp" else ModbusRtuFramer
    # Only when it answers: the server itself says nothing.
    asyncio.get_running_loop().create_task(tell_when_open(port))
    await StartAsyncTcpServer(
        context=context, framer=framer, address=("127.0.0.1", port), ignore_missing_slaves=True, allow_reuse_address=True
    )


async def tell_when_open(port):
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return say({"ready": port})
        except OSError:
            await asyncio.sleep(0.02)


asyncio.run(main())
