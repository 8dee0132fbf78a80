import type { SimulatorOptions } from '../gateway/options.ts'

export interface TranzilaOptions extends SimulatorOptions {
  readonly credentials: {
    readonly terminal: string
    readonly appKey: string
    readonly secret: string
    readonly password: string
  }
  /** Names of the terminal's user-defined fields, in order: user_defined_1, user_defined_2 … */
  readonly userFields: readonly string[]
}
