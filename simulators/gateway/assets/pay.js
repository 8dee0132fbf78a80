// Comfort only: the page works without it. Fills in a test card by a tap, and keeps a second click from sending again.
const form = document.querySelector('#card_number')?.form
const pay = form?.querySelector('.pay')

for (const row of document.querySelectorAll('[data-card]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.append(...row.childNodes)
  button.addEventListener('click', () => {
    form.elements.card_number.value = row.dataset.card
    form.elements.expiry.value = row.dataset.expiry
    form.elements.cvv.value = '123'
    form.elements.holder_id.value = row.dataset.id
    pay.focus()
  })
  row.append(button)
}

if (form && pay) {
  const label = pay.querySelector('span')
  const usual = label.textContent
  form.addEventListener('submit', (event) => {
    if (pay.getAttribute('aria-disabled') === 'true') {
      event.preventDefault()
      return
    }
    pay.setAttribute('aria-disabled', 'true')
    label.textContent = pay.dataset.busy
  })
  addEventListener('pageshow', () => {
    pay.removeAttribute('aria-disabled')
    label.textContent = usual
  })
}

// Inside a checkout's frame: how tall the page is, so that the frame shows all of it, the opened list of cards too.
if (parent !== window) {
  const tell = () =>
    parent.postMessage({ kartis: 'gateway-height', height: document.documentElement.offsetHeight }, '*')
  new ResizeObserver(tell).observe(document.documentElement)
}
