// Brings new messages into the page while it is being looked at, and copies codes.
const list = document.getElementById('list')
const live = document.querySelector('.live')
const address = new URL(location.href)
address.searchParams.set('fragment', '1')
let shown = ''

const refresh = async () => {
  if (document.hidden) return
  try {
    const answer = await fetch(address, { headers: { accept: 'text/html' } })
    if (!answer.ok) throw new Error(String(answer.status))
    const html = await answer.text()
    // The first answer is what the page already shows.
    if (shown && html !== shown) list.innerHTML = html
    shown = html
    live.classList.remove('lost')
  } catch {
    live.classList.add('lost')
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  const label = button.querySelector('span')
  void navigator.clipboard.writeText(button.dataset.copy).then(() => {
    label.textContent = button.dataset.done
    return undefined
  })
})

document.addEventListener('visibilitychange', () => void refresh())
void refresh()
setInterval(() => void refresh(), 2000)
