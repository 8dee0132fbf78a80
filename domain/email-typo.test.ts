import { describe, expect, test } from 'vitest'
import { suggestEmail } from './email-typo.ts'

describe('an e-mail address with a typing error', () => {
  test.each([
    ['dana@gmial.con', 'dana@gmail.com'],
    ['dana@gmial.com', 'dana@gmail.com'],
    ['dana@gmai.com', 'dana@gmail.com'],
    ['dana@gmaill.com', 'dana@gmail.com'],
    ['dana@gnail.com', 'dana@gmail.com'],
    ['dana@gmail.con', 'dana@gmail.com'],
    ['dana@gmail.co', 'dana@gmail.com'],
    ['Dana.Cohen+k@GMIAL.COM', 'Dana.Cohen+k@gmail.com'],
    ['dana@hotmial.com', 'dana@hotmail.com'],
    ['dana@walla.co.li', 'dana@walla.co.il'],
    ['dana@wala.co.il', 'dana@walla.co.il'],
    ['dana@outlok.com', 'dana@outlook.com'],
    ['dana@yaho.com', 'dana@yahoo.com'],
    ['dana@iclod.com', 'dana@icloud.com'],
    ['office@namal.co.li', 'office@namal.co.il'],
    ['office@namal.con', 'office@namal.com'],
  ])('%s is offered as %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant)
  })

  test.each([
    'dana@gmail.com',
    'dana@walla.co.il',
    'dana@mail.com',
    'dana@email.com',
    'dana@ymail.com',
    'office@namal.co.il',
    'dana@tau.ac.il',
    'dana@company.io',
    'dana@gmx.de',
    'dana',
    'dana@',
    '@gmial.com',
    'a@b@gmial.com',
    '',
  ])('%s is left as it is', (typed) => {
    expect(suggestEmail(typed)).toBeUndefined()
  })
})
