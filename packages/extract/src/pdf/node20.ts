/**
 * The PDF reader calls `ArrayBuffer.prototype.transferToFixedLength`, which Node 20 lacks. Without it the reader silently gives up a page
 * at its first font. A copy works as well, because the old buffer is not used again.
 */
if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
      const copy = new ArrayBuffer(length)
      new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)))
      return copy
    },
  })
}

export {}
