// Presses of buttons before the page's script has loaded: it repeats them (storefront/shared/early-presses.ts).
window.earlyPresses = []
addEventListener(
  'click',
  (event) => {
    const button = window.earlyPresses && event.target.closest('#page button')
    if (!button) return
    event.preventDefault()
    window.earlyPresses.push(button)
  },
  true,
)
