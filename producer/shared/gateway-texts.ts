import type { PaymentTerminal } from '@kartis/contract/payment-terminals.ts'
import { useTranslation } from 'react-i18next'

/** Names of gateways and of their fields; one that has no text yet is shown as the API calls it. */
export const useGatewayTexts = () => {
  const { i18n } = useTranslation('terminals')
  const t = i18n.t as unknown as (key: string) => string
  const textOf = (key: string, otherwise: string): string => (i18n.exists(key) ? t(key) : otherwise)
  return {
    gateway: (name: string): string => textOf(`terminals:gateway.${name}`, name),
    field: (name: string): string => textOf(`terminals:field.${name}`, name),
  }
}

/** What a terminal is called: those of two gateways may have the same name. */
export const useTerminalTitle = () => {
  const texts = useGatewayTexts()
  return ({ gateway, name }: Pick<PaymentTerminal, 'gateway' | 'name'>): string => `${texts.gateway(gateway)} ${name}`
}
