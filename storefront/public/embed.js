/*
 * Kartis: the sale page of an event inside another page.
 *   <div class="kartis-event" data-event="slug or uuid" data-lang="he"></div>
 *   <script async src="https://…/embed.js"></script>
 * Optional: data-lang he|en|ar, data-theme light|dark|auto, data-title; data-size compact for a small box that opens in
 * place, with data-sticky off without the button that leads to it. A script element with data-event stands for itself.
 * What is inside the element stays until the frame is there, so a link in it serves where no script or frame may run.
 */
;(() => {
  const self = document.currentScript || document.querySelector('script[src*="/embed.js"]')
  if (!self) return
  const site = new URL(self.src).origin
  const WORDS = {
    he: ['כרטיסים לאירוע', 'פתיחת דף הכרטיסים בלשונית חדשה'],
    en: ['Event tickets', 'Open the ticket page in a new tab'],
    ar: ['تذاكر الفعالية', 'فتح صفحة التذاكر في علامة تبويب جديدة'],
  }
  const PATIENCE = 10000
  const frames = []

  const linkTo = (href, text) => {
    const link = document.createElement('a')
    link.href = href
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = text
    return link
  }

  // A button at the bottom of the screen, while the box is out of sight and has something to sell.
  const stick = (known, lang) => {
    const { frame } = known
    const button = document.createElement('button')
    button.lang = lang
    button.dir = lang === 'en' ? 'ltr' : 'rtl'
    button.style.cssText =
      'all:revert;position:fixed;z-index:2147483000;inset-inline:16px;bottom:max(16px,env(safe-area-inset-bottom));' +
      'max-width:416px;min-height:52px;margin-inline:auto;padding:8px 24px;border:0;border-radius:999px;background:#d9304f;' +
      'color:#fff;font:600 18px/1.2 Rubik,system-ui,sans-serif;box-shadow:0 8px 24px #17142b40;cursor:pointer'
    let seen = true
    known.sell = (text = button.textContent) => {
      button.textContent = text
      if (text && !seen) document.body.append(button)
      else button.remove()
    }
    button.addEventListener('click', () => {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      frame.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
      frame.focus({ preventScroll: true })
      frame.contentWindow.postMessage({ kartis: 'open' }, site)
    })
    new IntersectionObserver(([entry]) => {
      seen = entry.isIntersecting
      known.sell()
    }).observe(frame)
  }

  const place = (spot) => {
    const { event, title, theme, size, sticky, lang: wish } = spot.dataset
    const compact = size === 'compact'
    const lang = [wish, document.documentElement.lang.slice(0, 2), 'he'].find((each) => each in WORDS)
    const page = new URL(`/order/${encodeURIComponent(event)}`, site)
    page.searchParams.set('lang', lang)
    const inside = new URL(page)
    inside.searchParams.set('embed', '1')
    if (compact) inside.searchParams.set('compact', '1')
    if (theme !== 'auto') inside.searchParams.set('theme', theme === 'dark' ? 'dark' : 'light')

    const frame = document.createElement('iframe')
    frame.src = inside
    frame.title = title || WORDS[lang][0]
    frame.lang = lang
    frame.allow = 'payment; clipboard-write; web-share'
    frame.style.cssText = `display:block;width:100%;height:${compact ? '13rem;border-radius:20px' : '40rem'};border:0;color-scheme:normal`

    let host = spot
    if (spot.tagName === 'SCRIPT') spot.after((host = document.createElement('div')))
    const known = { frame, rest: [...host.children], loads: 0 }
    frames.push(known)
    host.append(frame)
    if (compact && sticky !== 'off') stick(known, lang)
    frame.addEventListener('load', () => {
      known.loads += 1
      // Another page inside begins at its top, wherever the reader had scrolled to.
      if (known.loads > 1 && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' })
    })
    setTimeout(() => {
      if (!known.alive && !known.rest.length) host.append(linkTo(page, WORDS[lang][1]))
    }, PATIENCE)
  }

  const scan = () => {
    for (const spot of document.querySelectorAll('.kartis-event[data-event], script[src*="/embed.js"][data-event]')) {
      if (spot.dataset.kartis || !spot.dataset.event) continue
      spot.dataset.kartis = 'here'
      place(spot)
    }
  }

  addEventListener('message', ({ origin, source, data }) => {
    const known = origin === site && data && frames.find(({ frame }) => frame.contentWindow === source)
    if (!known) return
    if (data.kartis === 'height' && data.height > 0) {
      known.alive = true
      known.frame.style.height = `${Math.min(Math.ceil(data.height), 20000)}px`
      for (const child of known.rest) child.hidden = true
    }
    if (data.kartis === 'offer' && known.sell) known.sell(String(data.text))
    if (data.kartis === 'top' && known.frame.getBoundingClientRect().top < 0)
      known.frame.scrollIntoView({ block: 'start' })
  })

  scan()
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', scan)
})()
