/** What the gateway's way back tells the checkout that holds its frame. */
export interface ReturnMessage {
  readonly kartis: 'payment-return'
  readonly order: string
  readonly outcome: 'success' | 'fail'
}

/** Inside the checkout's frame it tells the page around it; on its own it goes back to the checkout. */
export const startReturn = (): void => {
  const link = document.querySelector<HTMLAnchorElement>('a[data-order]')
  const order = link?.dataset.order
  if (!link || !order) return
  const outcome = link.dataset.outcome === 'fail' ? 'fail' : 'success'
  if (window.parent === window) {
    location.replace(link.href)
    return
  }
  const word: ReturnMessage = { kartis: 'payment-return', order, outcome }
  window.parent.postMessage(word, location.origin)
}
