// Before the first paint: the stored language's direction and the stored appearance, so that nothing flips or flashes.
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
  } catch {
    // no storage: Hebrew and the device's own appearance
  }
})()
