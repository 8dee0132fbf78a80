// Loaded into a server by NODE_OPTIONS: shifts its clock by the milliseconds in the file PROVE_CLOCK, read ten times a second.
import { readFileSync } from 'node:fs'

const file = process.env.PROVE_CLOCK ?? ''
const RealDate = Date
let shift = 0

const read = () => {
  try {
    shift = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    shift = 0
  }
}
read()
setInterval(read, 100).unref()

class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + shift
  }
}
globalThis.Date = ShiftedDate
