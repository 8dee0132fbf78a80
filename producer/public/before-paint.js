// Applies the stored direction and theme before the first paint, so that nothing flips or flashes.
;(function () {
  try {
    var read = function (name) {
      var value = localStorage.getItem(name)
      return value === null ? '' : atob(value)
    }
    var page = document.documentElement
    var lang = read('language')
    var theme = read('theme')
    if (lang === 'en' || lang === 'ar') page.lang = lang
    if (lang === 'en') page.dir = 'ltr'
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
    // Screens of the entrance are dark whatever was chosen (use-dark-theme.ts).
    if (/^\/(gate\/|events\/[^/]+\/(scan-tickets|board|gate-hub|gate-ready)$)/.test(location.pathname))
      page.dataset.theme = 'dark'
  } catch {
    // no storage: Hebrew and the system theme
  }
})()
