import { randomBytes } from "node:crypto";
import { request } from "node:http";

/** One frame as a browser sends it, which is masked. */
export function frame(kind, payload, { isLast = true, isMasked = true, reserved = 0 } = {}) {
  const bytes = Buffer.from(payload);
  const head = [(isLast ? 128 : 0) | reserved | kind];
  const { length } = bytes;
  const size = Buffer.alloc(length < 126 ? 1 : length < 65536 ? 3 : 9);
  size[0] = (isMasked ? 128 : 0) | (length < 126 ? length : length < 65536 ? 126 : 127);
  if (size.length === 3) size.writeUInt16BE(length, 1);
  if (size.length === 9) size.writeBigUInt64BE(BigInt(length), 1);
  const mask = isMasked ? randomBytes(4) : Buffer.alloc(0);
  if (isMasked) bytes.forEach((byte, index) => (bytes[index] = byte ^ mask[index & 3]));
  return Buffer.concat([Buffer.from(head), size, mask, bytes]);
}

/** Asks for the address, with other headers perhaps; the status and the body. */
export function get(url, { headers = {}, method = "GET" } = {}) {
  const { origin, host, port } = new URL(url);
  const hostname = new URL(url).hostname.replace(/^\[|\]$/g, "");
  // As it is written: a URL would take out what leads upwards.
  const options = { hostname, port, path: String(url).slice(origin.length), headers: { Host: host, ...headers }, method, agent: false };
  return new Promise((done, fail) => {
    request(options, async (response) => {
      const parts = [];
      for await (const part of response) parts.push(part);
      done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() });
    })
      .on("error", fail)
      .end();
  });
}

/** A browser, as far as the bridge can tell: a WebSocket by hand. */
export function browse(url, headers = {}) {
  const { origin } = new URL(url);
  const key = randomBytes(16).toString("base64");
  const all = { Connection: "Upgrade", Upgrade: "websocket", Origin: origin, "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key };
  return new Promise((done, fail) => {
    request(new URL("socket", url), { headers: { ...all, ...headers }, agent: false })
      .on("upgrade", (response, socket, head) => done(new Browser(socket, head)))
      .on("response", ({ statusCode }) => done({ status: statusCode }))
      .on("error", fail)
      .end();
  });
}

class Browser {
  status = 101;
  onmessage = null;
  onclose = null;
  code = null;
  #bytes = Buffer.alloc(0);

  constructor(socket, head) {
    this.socket = socket;
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", () => {});
    this.closed = new Promise((done) => socket.on("close", () => (this.onclose?.(), done(this.code))));
    this.#take(head);
  }

  send(text) {
    this.socket.write(frame(1, text));
  }

  close() {
    this.socket.end(frame(8, Buffer.from([3, 232])));
  }

  #take(chunk) {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const bytes = this.#bytes;
      if (bytes.length < 2) return;
      const short = bytes[1] & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < head) return;
      const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      if (bytes.length < head + length) return;
      this.#bytes = bytes.subarray(head + length);
      this.handle(bytes[0] & 15, bytes.subarray(head, head + length));
    }
  }

  handle(kind, payload) {
    if (kind === 1) this.onmessage?.(payload.toString());
    if (kind === 8) this.code = payload.readUInt16BE(0);
    if (kind === 10) this.onpong?.(payload.toString());
  }
}
