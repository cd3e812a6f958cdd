"""A sensor on the other end of a serial port that only understands one speed and parity, as a real one does.

speed.py <unit> <baud> <parity>    out: {"ready": "/dev/pts/5"}

The operating system keeps the speed that a program set on its end of a pair of terminals; the master can read it.
At another speed the sensor sees no frame, and is silent.
"""
import json
import os
import struct
import sys
import termios
import tty

UNIT, BAUD, PARITY = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return struct.pack("<H", crc)


def speed_and_parity(fd):
    attributes = termios.tcgetattr(fd)
    speeds = {getattr(termios, name): int(name[1:]) for name in dir(termios) if name[0] == "B" and name[1:].isdigit()}
    flags = attributes[2]
    parity = "none" if not flags & termios.PARENB else "odd" if flags & termios.PARODD else "even"
    return speeds.get(attributes[5]), parity


master, slave = os.openpty()
tty.setraw(slave)
print(json.dumps({"ready": os.ttyname(slave)}), flush=True)
buffer = b""
while True:
    buffer += os.read(master, 256)
    if speed_and_parity(master) != (BAUD, PARITY):
        buffer = b""
        continue
    while len(buffer) >= 8:
        frame, buffer = buffer[:8], buffer[8:]
        if frame[0] != UNIT or crc16(frame[:6]) != frame[6:]:
            continue
        count = struct.unpack(">H", frame[4:6])[0]
        answer = bytes([UNIT, frame[1], count * 2]) + struct.pack(f">{count}H", *([1234] * count))
        os.write(master, answer + crc16(answer))
