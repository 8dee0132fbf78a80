// Polls for new messages while the page is visible, and copies codes.
const list = document.getElementById('list')
const live = document.querySelector('.live')
const fragmentUrl = new URL(location.href)
fragmentUrl.searchParams.set('fragment', '1')
let shown = ''

const refresh = async () => {
  if (document.hidden) return
  try {
    const response = await fetch(fragmentUrl, { headers: { accept: 'text/html' } })
    if (!response.ok) throw new Error(String(response.status))
    const html = await response.text()
    // The first response is what the page already shows.
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
