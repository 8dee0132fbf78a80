import { cardcomSimulator } from '@kartis/simulators/cardcom/simulator.ts'
import { tranzilaSimulator } from '@kartis/simulators/tranzila/simulator.ts'
import { cardcomGateway } from '../modules/payments/payments/gateways/cardcom/cardcom.ts'
import type { TranzilaConfig } from '../modules/payments/payments/gateways/tranzila/config.ts'
import { tranzilaGateway } from '../modules/payments/payments/gateways/tranzila/tranzila.ts'
import type { TestedGateway } from './gateway-bench.ts'

const TRANZILA = { terminal: 'kartistest', appKey: 'app-key', secret: 'secret', password: 'pw' }

export const tranzilaConfig = (base: string): TranzilaConfig => ({
  ...TRANZILA,
  apiBase: base,
  reportBase: base,
  pageBase: base,
  referenceField: 'kartis_payment',
  handshakeVersion: 'v2',
  voids: true,
})

export const testedTranzila: TestedGateway = {
  name: 'tranzila',
  simulate: (app, options) =>
    tranzilaSimulator(app, { ...options, credentials: TRANZILA, userFields: ['kartis_payment'] }),
  connect: (base, deps, wrongSecret) =>
    tranzilaGateway({ ...tranzilaConfig(base), ...(wrongSecret && { secret: 'wrong' }) }, deps),
  refundPath: /\/transaction\/(credit_card\/create|bit\/refund)$/,
  voids: true,
  unknownRef: '999999999',
}

const CARDCOM = { terminal: 1000, apiName: 'kartistest', apiPassword: 'pw' }

const testedCardcom: TestedGateway = {
  name: 'cardcom',
  simulate: (app, options) => cardcomSimulator(app, { ...options, credentials: CARDCOM }),
  connect: (base, deps, wrongSecret) =>
    cardcomGateway({ ...CARDCOM, ...(wrongSecret && { apiName: 'other', apiPassword: 'wrong' }), base }, deps),
  refundPath: /\/RefundByTransactionId$/,
  voids: true,
  bitByTerminal: true,
  unknownRef: '999999999',
}

/** Every gateway with its simulator. */
export const TESTED_GATEWAYS: readonly TestedGateway[] = [testedTranzila, testedCardcom]
