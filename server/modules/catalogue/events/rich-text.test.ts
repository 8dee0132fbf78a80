import { describe, expect, it } from 'vitest'
import { cleanRichText } from './rich-text.ts'

describe('an event description', () => {
  it('keeps headings, emphasis, lists and links', () => {
    expect(cleanRichText('<h2>ערב</h2><p><strong>חדש</strong> ו<em>טוב</em></p><ul><li>א</li></ul>')).toBe(
      '<h2>ערב</h2><p><strong>חדש</strong> ו<em>טוב</em></p><ul><li>א</li></ul>',
    )
  })
  it('opens links in a new window without access to the page', () => {
    expect(cleanRichText('<a href="https://a.example">x</a>')).toBe(
      '<a href="https://a.example" target="_blank" rel="noopener nofollow">x</a>',
    )
  })
  it('drops scripts, handlers and javascript links', () => {
    expect(
      cleanRichText(
        '<p onclick="a()">x<script>alert(1)</script></p><a href="javascript:alert(1)">y</a><img src=x onerror=alert(1)>',
      ),
    ).toBe('<p>x</p><a target="_blank" rel="noopener nofollow">y</a>')
  })
  it('makes paragraphs of plain text', () => {
    expect(cleanRichText('שורה\nשנייה\n\nפסקה')).toBe('<p>שורה<br />שנייה</p><p>פסקה</p>')
  })
  it('is empty when it has no text', () => {
    expect(cleanRichText('<p> &nbsp;</p>')).toBe('')
  })
})
