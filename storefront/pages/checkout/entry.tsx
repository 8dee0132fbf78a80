import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import { CheckoutPage } from './checkout-page.tsx'

hydratePage<CheckoutView>((view, onLang) => <CheckoutPage view={view} onLang={onLang} />)
