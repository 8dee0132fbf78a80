import { expect, test } from 'vitest'
import { rulePictures } from '../testing/rule-pictures.ts'

// A rule that changes: `npx vitest run --project seat-map rule-pictures -u` draws the pictures anew.
test.each(Object.entries(rulePictures()))(
  'the picture %s of the rules shows what the rules decide',
  async (name, svg) => {
    await expect(svg).toMatchFileSnapshot(`../../docs/pictures/${name}`)
  },
)
