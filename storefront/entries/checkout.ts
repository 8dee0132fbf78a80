import '../shared/base.css'
import { startCheckout } from '../pages/checkout/start-checkout.tsx'

startCheckout()
