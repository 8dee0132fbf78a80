// Splits a TypeScript or JavaScript source into identifiers, strings and comments: as much of a lexer as a word check needs.

const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{};>+\-*%~^]|\b(?:return|typeof|case|of|in|await|yield))\s*$/

const skipString = (text, start) => {
  const quote = text[start]
  let at = start + 1
  while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

const skipRegex = (text, start) => {
  let at = start + 1
  for (let inClass = false; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') inClass = true
    else if (text[at] === ']') inClass = false
    else if (text[at] === '/' && !inClass) break
  }
  return at + 1
}

/** Calls `emit(kind, text, offset)` for each token; kind is identifier, string or comment. A template is split at its expressions. */
export const scan = (text, emit) => {
  /** Depth of braces at which the expression of a template ends. */
  const templates = []
  let depth = 0
  let at = 0

  const scanTemplate = (start) => {
    let end = start
    while (end < text.length && text[end] !== '`' && !(text[end] === '$' && text[end + 1] === '{'))
      end += text[end] === '\\' ? 2 : 1
    emit('string', text.slice(start, end), start)
    if (text[end] === '`' || end >= text.length) return end + 1
    templates.push(depth++)
    return end + 2
  }

  while (at < text.length) {
    const char = text[at]
    if (char === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at)
      const stop = end < 0 ? text.length : end
      emit('comment', text.slice(at, stop), at)
      at = stop
    } else if (char === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2)
      const stop = end < 0 ? text.length : end + 2
      emit('comment', text.slice(at, stop), at)
      at = stop
    } else if (char === '/' && REGEX_MAY_FOLLOW.test(text.slice(Math.max(0, at - 20), at))) {
      at = skipRegex(text, at)
    } else if (char === "'" || char === '"') {
      const end = skipString(text, at)
      emit('string', text.slice(at + 1, end - 1), at + 1)
      at = end
    } else if (char === '`') {
      at = scanTemplate(at + 1)
    } else if (char === '{') {
      depth++
      at++
    } else if (char === '}') {
      depth--
      at++
      if (templates.at(-1) === depth) {
        templates.pop()
        at = scanTemplate(at)
      }
    } else if (/[A-Za-z_$]/.test(char)) {
      let end = at + 1
      while (end < text.length && /[\w$]/.test(text[end])) end++
      emit('identifier', text.slice(at, end), at)
      at = end
    } else at++
  }
}
