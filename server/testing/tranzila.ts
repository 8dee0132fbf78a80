import type { Gateway } from '../modules/payments/payments/gateway.ts'
import type { TranzilaConfig } from '../modules/payments/payments/gateways/tranzila/config.ts'
import { tranzilaGateway } from '../modules/payments/payments/gateways/tranzila/tranzila.ts'
import { type GatewayBench, openBench } from './gateway-bench.ts'
import { testedTranzila, tranzilaConfig } from './tested-gateways.ts'
import type { World } from './world.ts'

export interface TranzilaSetup extends GatewayBench {
  readonly config: TranzilaConfig
  /** The adapter of the same simulator with other settings. */
  readonly gatewayWith: (config: Partial<TranzilaConfig>) => Gateway
  /** The fields of a notify that reached the shop. */
  readonly notify: (place: number) => Record<string, string>
}

/** The simulator of Tranzila, with an adapter whose settings a test may change. */
export const openTranzila = async (world: World): Promise<TranzilaSetup> => {
  const bench = await openBench(world, testedTranzila)
  const config = tranzilaConfig(bench.base)
  return {
    ...bench,
    config,
    gatewayWith: (other) => tranzilaGateway({ ...config, ...other }, { now: world.clock.now }),
    notify: (place) => bench.webhooks[place]?.body as Record<string, string>,
  }
}
