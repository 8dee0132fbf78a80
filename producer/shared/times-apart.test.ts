import { expect, it } from 'vitest'
import { timesApart } from './times-apart.ts'

const of = (...moments: readonly string[]) => timesApart(moments, 'he', 'Asia/Jerusalem')

it('two times of the same minute have their seconds, others have not', () => {
  expect(of('2026-12-03T18:00:07Z', '2026-12-03T18:00:41Z')).toEqual(['20:00:07', '20:00:41'])
  expect(of('2026-12-03T18:00:07Z', '2026-12-03T18:01:41Z')).toEqual(['20:00', '20:01'])
  expect(of('2026-12-03T18:00:07Z')).toEqual(['20:00'])
})
