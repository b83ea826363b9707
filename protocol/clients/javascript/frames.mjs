import { createHash } from "node:crypto";

/** What a WebSocket ends with; RFC 6455, section 7.4.1. */
export const CLOSE = { goingAway: 1001, protocol: 1002, unsupported: 1003, text: 1007, tooBig: 1009, restart: 1012 };

const [TEXT, BINARY, END, PING, PONG] = [1, 2, 8, 9, 10];

/** The longest message in bytes that is taken. */
const MOST = 16 << 20;

/** A frame or message that must not be; the connection ends with its code. */
class Violation extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`WebSocket ${code}`);
    this.code = code;
  }
}

/**
 * The answer to a request to become a WebSocket; null if it is none.
 *
 * @param {import("node:http").IncomingMessage} request
 */
export function handshake({ method, headers }) {
  const key = headers["sec-websocket-key"] ?? "";
  const isOne =
    method === "GET" &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    headers["sec-websocket-version"] === "13" &&
    Buffer.from(key, "base64").length === 16;
  if (!isOne) return null;
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

/** The server's side of a WebSocket for texts (RFC 6455), over a socket whose handshake is done. */
export class Peer {
  /** @type {((text: string) => void) | null} */
  ontext = null;
  /** @type {(() => void) | null} */
  onclose = null;
  /** @type {(() => void) | null} All that waited has been sent. */
  ondrain = null;
  #socket;
  /** @type {Buffer[]} */
  #parts = [];
  #length = 0;
  /** How many bytes there must be before it is worth looking again. */
  #needed = 2;
  /** @type {Buffer[]} The frames of a message that is not whole. */
  #message = [];
  #messageLength = 0;
  #isInside = false;
  #isEnding = false;

  /** @param {import("node:stream").Duplex} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("drain", () => this.ondrain?.());
    socket.on("end", () => socket.end());
    socket.on("close", () => this.onclose?.());
  }

  /** How many bytes wait to be sent. */
  get waiting() {
    return this.#socket.writableLength;
  }

  /** @param {string} text */
  send(text) {
    if (!this.#isEnding) this.#write(TEXT, Buffer.from(text));
  }

  /** @param {number} code */
  close(code) {
    if (this.#isEnding) return;
    this.#write(END, Buffer.from([code >> 8, code & 255]));
    this.#isEnding = true;
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), 2000).unref();
  }

  /** @param {number} kind @param {Buffer} payload */
  #write(kind, payload) {
    if (!this.#socket.writable) return;
    const { length } = payload;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65536 ? 4 : 10);
    head[0] = 128 | kind;
    head[1] = length < 126 ? length : length < 65536 ? 126 : 127;
    if (head.length === 4) head.writeUInt16BE(length, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
    this.#socket.cork();
    this.#socket.write(head);
    this.#socket.write(payload);
    this.#socket.uncork();
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    if (this.#isEnding) return;
    this.#parts.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    let bytes = Buffer.concat(this.#parts);
    try {
      for (let frame; !this.#isEnding && (frame = this.#frame(bytes)); bytes = bytes.subarray(frame.end)) {
        this.#handle(frame);
      }
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return this.close(error.code);
    }
    this.#parts = [bytes];
    this.#length = bytes.length;
  }

  /**
   * The first frame, if it is whole.
   *
   * @param {Buffer} bytes
   */
  #frame(bytes) {
    this.#needed = 2;
    if (bytes.length < 2) return null;
    const [isLast, kind, short] = [bytes[0] >= 128, bytes[0] & 15, bytes[1] & 127];
    if (bytes[0] & 112 || bytes[1] < 128) throw new Violation(CLOSE.protocol);
    if (kind >= END && (!isLast || short > 125)) throw new Violation(CLOSE.protocol);
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    this.#needed = head + 4;
    if (bytes.length < this.#needed) return null;
    const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (length + this.#messageLength > MOST) throw new Violation(CLOSE.tooBig);
    const end = head + 4 + length;
    this.#needed = end;
    if (bytes.length < end) return null;
    const payload = bytes.subarray(head + 4, end);
    for (let index = 0; index < length; index++) payload[index] ^= bytes[head + (index & 3)];
    return { isLast, kind, payload, end };
  }

  /** @param {{isLast: boolean, kind: number, payload: Buffer}} frame */
  #handle({ isLast, kind, payload }) {
    if (kind === PING) return this.#write(PONG, payload);
    if (kind === PONG) return;
    if (kind === END) return this.close(payload.length >= 2 ? payload.readUInt16BE(0) : 1000);
    if (kind === BINARY) throw new Violation(CLOSE.unsupported);
    if (kind > TEXT || (kind === TEXT) === this.#isInside) throw new Violation(CLOSE.protocol);
    this.#message.push(payload);
    this.#messageLength += payload.length;
    this.#isInside = !isLast;
    if (!isLast) return;
    const bytes = Buffer.concat(this.#message);
    this.#message = [];
    this.#messageLength = 0;
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new Violation(CLOSE.text);
    }
    this.ontext?.(text);
  }
}
