import { beforeEach, describe, expect, it } from 'vitest'
import { preserveEarlyInput } from './early-input.ts'

const root = document.createElement('div')
const field = (id: string) => root.querySelector(`#${id}`) as HTMLInputElement
const typeInto = (id: string, value: string) => {
  field(id).value = value
  field(id).dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(() => {
  root.innerHTML = '<input id="name" value=""><input id="tick" type="checkbox"><textarea id="note"></textarea>'
  document.body.replaceChildren(root)
})

describe('preserveEarlyInput', () => {
  it('writes back what was typed before the page hydrated, with an input event for React', () => {
    const restore = preserveEarlyInput(root)
    typeInto('name', 'נועה')
    // Hydration resets the field to the server's value.
    field('name').value = ''
    const values: string[] = []
    root.addEventListener('input', ({ target }) => values.push((target as HTMLInputElement).value))
    restore()
    expect(field('name').value).toBe('נועה')
    expect(values).toEqual(['נועה'])
  })

  it('sees what was typed before the script ran', () => {
    field('note').value = 'typed early'
    const restore = preserveEarlyInput(root)
    field('note').value = ''
    restore()
    expect(field('note').value).toBe('typed early')
  })

  it('restores once, and leaves later input as it is', () => {
    const restore = preserveEarlyInput(root)
    typeInto('name', 'early')
    restore()
    field('name').value = 'later'
    restore()
    expect(field('name').value).toBe('later')
  })

  it('leaves out fields that hydration removed', () => {
    const restore = preserveEarlyInput(root)
    const removed = field('name')
    typeInto('name', 'early')
    removed.remove()
    removed.value = ''
    restore()
    expect(removed.value).toBe('')
  })
})
