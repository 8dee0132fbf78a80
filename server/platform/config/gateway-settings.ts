import type { z } from 'zod'

/** The terminal that the environment configures. Its configuration is opaque to everyone but its gateway. */
export interface TerminalSettings {
  readonly name: string
  readonly config: unknown
}

/** What a payment gateway contributes to the settings. */
export interface GatewaySettings {
  /** Value of `PAYMENTS`, and the `provider` of its payments. */
  readonly name: string
  /** Environment variables that it reads. */
  readonly variables: z.ZodRawShape
  /** One line about a variable that `PAYMENTS=<name>` needs and does not have; undefined when none is missing. */
  readonly missingVariableError: (values: Readonly<Record<string, unknown>>) => string | undefined
  /** Whether `PAYMENTS=sandbox` can run its simulator. */
  readonly hasSandbox: boolean
  readonly terminalOf: (values: Readonly<Record<string, unknown>>, sandbox: boolean) => TerminalSettings
  /** Origins of its payment page other than this installation's, for the Content Security Policy. */
  readonly originsOf: (config: unknown) => readonly string[]
  /** Fields of its messages that no log may show. */
  readonly secretFields: readonly string[]
}

/** The variables of payments that belong to no gateway. */
interface PaymentVariables {
  readonly PAYMENTS: string
  readonly SANDBOX_GATEWAY?: string | undefined
  readonly PAYMENT_INSTALLMENTS?: number | undefined
  /** Shekels. */
  readonly PAYMENT_MIN_INSTALLMENT: number
  readonly PAYMENT_BIT?: 'on' | 'off' | undefined
  readonly REFUND_EMPTY_CODES?: string | undefined
}

/** Most instalments of the sandbox where the settings name none. */
const SANDBOX_INSTALLMENTS = 12

const offerOf = (env: PaymentVariables, isSandbox: boolean) => ({
  maxInstallments: env.PAYMENT_INSTALLMENTS ?? (isSandbox ? SANDBOX_INSTALLMENTS : 1),
  /** agorot */
  minInstallment: env.PAYMENT_MIN_INSTALLMENT * 100,
  bit: (env.PAYMENT_BIT ?? (isSandbox ? 'on' : 'off')) === 'on',
})

/** `cardcom:5,cardcom:7` as codes by gateway. */
const codesByGateway = (list: string | undefined): Readonly<Record<string, readonly string[]>> => {
  const codes: Record<string, string[]> = {}
  for (const entry of list?.split(',') ?? []) {
    const [gateway = '', code = ''] = entry.split(':')
    codes[gateway] = [...(codes[gateway] ?? []), code.trim()]
  }
  return codes
}

/** The gateways that have a simulator, the one that `SANDBOX_GATEWAY` names first. */
const simulators = (gateways: readonly GatewaySettings[], chosen: string | undefined): readonly GatewaySettings[] => {
  const all = gateways.filter(({ hasSandbox }) => hasSandbox)
  return [...all.filter(({ name }) => name === chosen), ...all.filter(({ name }) => name !== chosen)]
}

/**
 * The payment settings of the environment. `sandbox` charges at the simulator that `SANDBOX_GATEWAY` names, by default the
 * first one, and runs all of them.
 */
export const paymentSettings = (
  env: PaymentVariables,
  values: Readonly<Record<string, unknown>>,
  gateways: readonly GatewaySettings[],
) => {
  const { PAYMENTS: mode, SANDBOX_GATEWAY: chosen } = env
  const isSandbox = mode === 'sandbox'
  const simulated = isSandbox ? simulators(gateways, chosen) : []
  const gateway = isSandbox ? simulated[0] : gateways.find(({ name }) => name === mode)
  const terminal = gateway?.terminalOf(values, isSandbox)
  return {
    /** value of `PAYMENTS`: `sandbox`, or the name of a gateway */
    mode,
    /** name of the gateway that charges or is simulated; undefined only where no gateway is registered */
    gatewayName: gateway?.name,
    /** the terminal of this installation; secret */
    terminal,
    /** what the pages of that terminal offer */
    offer: offerOf(env, isSandbox),
    /** codes with which a gateway says that its terminal has too little money for a refund */
    emptyCodes: codesByGateway(env.REFUND_EMPTY_CODES),
    /** gateways that are simulated on this server, the installation's first, each with the terminal that it accepts */
    simulated: simulated.map((each) => ({ gatewayName: each.name, terminal: each.terminalOf(values, true) })),
    /** origins of the payment page, for the Content Security Policy */
    origins: gateway && terminal ? gateway.originsOf(terminal.config) : [],
    /** fields of gateways' messages that no log may show */
    secretFields: gateways.flatMap(({ secretFields }) => secretFields),
  }
}
