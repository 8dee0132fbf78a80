import type { SimulatorOptions } from '../gateway/options.ts'

export interface PayplusOptions extends SimulatorOptions {
  readonly credentials: {
    readonly apiKey: string
    readonly secretKey: string
    readonly pageUid: string
    readonly terminalUid: string
  }
}
