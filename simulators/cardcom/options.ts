import type { SimulatorOptions } from '../gateway/options.ts'

export interface CardcomOptions extends SimulatorOptions {
  readonly credentials: { readonly terminal: number; readonly apiName: string; readonly apiPassword: string }
}
