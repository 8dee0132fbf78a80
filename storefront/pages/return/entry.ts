import '../../shared/base.css'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import type { ReturnMessage } from '../checkout/use-return.ts'

/** Inside the checkout's frame the page reports the outcome to its parent; on its own it goes back to the checkout. */
const reportReturn = (): void => {
  const link = document.querySelector<HTMLAnchorElement>('a[data-order]')
  const order = link?.dataset.order
  if (!link || !order) return
  const outcome = link.dataset.outcome === 'fail' ? 'fail' : 'success'
  if (window.parent === window) {
    location.replace(link.href)
    return
  }
  const message: ReturnMessage = { kartis: 'payment-return', order, outcome }
  window.parent.postMessage(message, location.origin)
}

reportReturn()

// The page itself is rendered on the server alone: the entry brings its styles.
export const styles = [page, parts]
