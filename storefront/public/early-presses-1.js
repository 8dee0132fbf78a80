// Presses of buttons before the page is hydrated, which its script repeats: each in a task of its own, so that it meets
// the state that the one before it left. This name changes with the content: browsers cache it for ever.
if (!window.isHydrated) {
  const pressed = []
  const record = (event) => {
    const button = event.target.closest('#page button')
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    pressed.push(button)
  }
  addEventListener('click', record, true)
  window.repeatEarlyPresses = () => {
    removeEventListener('click', record, true)
    for (const button of pressed.splice(0)) setTimeout(() => button.isConnected && button.click())
  }
}
