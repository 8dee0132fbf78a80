import { start } from '../../shared/start.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import { CheckoutPage } from './checkout-page.tsx'

export const startCheckout = (): void =>
  start<CheckoutView>((view, onLang) => <CheckoutPage view={view} onLang={onLang} />)
