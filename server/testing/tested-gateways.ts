import { cardcomSimulator } from '@kartis/simulators/cardcom/simulator.ts'
import { payplusSimulator } from '@kartis/simulators/payplus/simulator.ts'
import { indexOf } from '@kartis/simulators/payplus/views.ts'
import { tranzilaSimulator } from '@kartis/simulators/tranzila/simulator.ts'
import { cardcomGateway } from '../modules/payments/payments/gateways/cardcom/cardcom.ts'
import { payplusGateway } from '../modules/payments/payments/gateways/payplus/payplus.ts'
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
  terminal: TRANZILA.terminal,
  simulate: (app, options) =>
    tranzilaSimulator(app, { ...options, credentials: TRANZILA, userFields: ['kartis_payment'] }),
  connect: (base, deps, wrongSecret) =>
    tranzilaGateway({ ...tranzilaConfig(base), ...(wrongSecret && { secret: 'wrong' }) }, deps),
  refundPath: /\/transaction\/(credit_card\/create|bit\/refund)$/,
  bitRefundPath: /\/bit\/refund$/,
  voids: true,
  unknownRef: '999999999',
}

const CARDCOM = { terminal: 1000, apiName: 'kartistest', apiPassword: 'pw' }

const testedCardcom: TestedGateway = {
  name: 'cardcom',
  terminal: String(CARDCOM.terminal),
  simulate: (app, options) => cardcomSimulator(app, { ...options, credentials: CARDCOM }),
  connect: (base, deps, wrongSecret) =>
    cardcomGateway({ ...CARDCOM, ...(wrongSecret && { apiName: 'other', apiPassword: 'wrong' }), base }, deps),
  refundPath: /\/RefundByTransactionId$/,
  voids: true,
  bitByTerminal: true,
  unknownRef: '999999999',
}

const PAYPLUS = { apiKey: 'key', secretKey: 'secret', pageUid: 'page-uid', terminalUid: 'terminal-uid' }

const testedPayplus: TestedGateway = {
  name: 'payplus',
  terminal: PAYPLUS.terminalUid,
  simulate: (app, options) => payplusSimulator(app, { ...options, credentials: PAYPLUS }),
  connect: (base, deps, wrongSecret) =>
    payplusGateway({ ...PAYPLUS, ...(wrongSecret && { secretKey: 'wrong' }), base }, deps),
  refundPath: /\/RefundByTransactionUID$/,
  voids: false,
  unknownRef: '7a1f0c52-0000-4000-8000-000999999999',
  indexOf: (ref) => indexOf(ref) ?? 0,
}

/** Every gateway with its simulator. */
export const TESTED_GATEWAYS: readonly TestedGateway[] = [testedTranzila, testedCardcom, testedPayplus]
