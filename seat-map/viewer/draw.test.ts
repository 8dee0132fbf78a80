import { describe, expect, it, vi } from 'vitest'
import { COMPANION, flagBits, WHEELCHAIR } from '../model/compile.ts'
import { stadium } from '../templates/stadium.ts'
import { theatre } from '../templates/theatre.ts'
import { recordingContext } from '../testing/recording-context.ts'
import { type Camera, fit, toScreen } from './camera.ts'
import { drawScene } from './draw.ts'
import { loadSymbols, namesOfSymbols } from './draw-symbols.ts'
import { newlyMine } from './growing.ts'
import { marginOf, scaleForSpacing } from './levels.ts'
import { FADED, type Look, LOOKS } from './looks.ts'
import { drawMark } from './marks.ts'
import type { Palette } from './palette.ts'
import type { HallState } from './picture.ts'
import { pointOf, type Scene, sceneIn, sceneOf } from './scene.ts'

const ROLES = ['onSeat', 'gone', 'ink', 'ink2', 'ink3', 'paper', 'hall', 'sunken', 'line', 'accent', 'warn', 'warnSoft', 'info', 'infoSoft', 'bad', 'stage', 'onStage', 'font'] as const // oxfmt-ignore
/** Every colour is called by its role. */
const palette = {
  ...Object.fromEntries(ROLES.map((role) => [role, role])),
  seats: ['a', 'b', 'c', 'd', 'e'],
} as unknown as Palette

const rendered = (look: Look, flags = 0): string[] => {
  const { context, lines } = recordingContext()
  drawMark(context, { x: 0, y: 0, r: 10, look, flags, color: 'price' }, palette)
  return lines
}

const picture = (scene: Scene, camera: Camera, state: HallState): string[] => {
  const { context, lines } = recordingContext()
  drawScene(context, scene, { ...state, camera, size: [390, 340], palette })
  return lines
}

const hall = sceneOf(theatre())
const free = (): Uint8Array => new Uint8Array(hall.map.size)
const closeUp = (place: number, spacing = 26): Camera => {
  const [x, y] = pointOf(hall.map, place)
  return { x, y, scale: scaleForSpacing(hall, spacing), turn: 0 }
}

describe('mark of a place', () => {
  it.each([
    ['a buyer', ['free', 'taken', 'mine', 'offered', 'filtered', 'lost']],
    ['a producer', ['sold', 'open', 'held', 'allotted', 'blocked', 'bare']],
  ] as const)('differs in its shape, not only in its colour, for every state that %s sees', (_, looks) => {
    const shapes = looks.map((look) =>
      rendered(look)
        .map((line) => line.split(' ')[0])
        .join(),
    )
    expect(new Set(shapes).size).toBe(looks.length)
  })

  it('has the colour of its price when it is free, and never when it is taken or mine', () => {
    expect(rendered('free')).toContain('fill price')
    for (const look of ['taken', 'mine', 'lost', 'filtered'] as const)
      expect(rendered(look).some((line) => line.endsWith('price'))).toBe(false)
  })

  it('is a square for a wheelchair, stands on a bar for a companion, and is half full with a restricted view', () => {
    expect(rendered('free', WHEELCHAIR)[0]).toBe('square')
    expect(rendered('free', COMPANION)).toEqual(['arc', 'fill price', 'stroke price'])
    expect(rendered('free', flagBits(['restricted']))).toEqual(['arc', 'stroke price', 'arc', 'fill price'])
  })
})

describe('picture of a hall', () => {
  it('writes the numbers of free seats and the names of rows in a close-up', () => {
    const lines = picture(hall, closeUp(200), { looks: free() })
    expect(lines).toContain('text 20')
    expect(lines).toContain('text ח׳')
  })

  it('writes no number where it could not be read, and none on a taken seat', () => {
    const isNumber = (line: string): boolean => /^text \d+$/.test(line)
    expect(picture(hall, closeUp(200, 12), { looks: free() }).filter(isNumber)).toEqual([])
    const taken = free().fill(LOOKS.taken)
    expect(picture(hall, closeUp(200), { looks: taken }).filter(isNumber)).toEqual([])
  })

  it('has room around the whole hall for the names of rows, which are longer in another language', () => {
    expect(marginOf(hall, [390, 340])).toBe(16)
    expect(marginOf(sceneIn(hall, 'ar'), [390, 340])).toBe(36)
  })

  it('shows signs of gates beside the blocks and not over them, within the picture, and short on a phone', () => {
    const arena = sceneOf(stadium())
    for (const [size, text] of [
      [[360, 300], '10'],
      [[660, 600], 'שער 10'],
    ] as const) {
      const { context, lines } = recordingContext()
      const signs: [left: number, right: number][] = []
      const recorded = new Proxy(context, {
        get: (target, name) =>
          name === 'roundRect'
            ? (x: number, _y: number, width: number, height: number) => height === 20 && signs.push([x, x + width])
            : Reflect.get(target, name),
        set: (target, name, value) => Reflect.set(target, name, value),
      })
      const camera = fit(arena.bounds, size, { margin: marginOf(arena, size) })
      drawScene(recorded, arena, { looks: new Uint8Array(arena.map.size), camera, size, palette })
      expect(lines).toContain(`text ${text}`)
      const edges = arena.sections.map(({ box }) => toScreen(camera, size, [box[0], 0])[0])
      const aside = signs.filter(([, right]) => right < Math.min(...edges) + 1)
      expect(aside).toHaveLength(2)
      expect(Math.min(...signs.map(([left]) => left))).toBeGreaterThanOrEqual(0)
      expect(Math.max(...signs.map(([, right]) => right))).toBeLessThanOrEqual(size[0])
    }
  })

  it('draws only what is seen', () => {
    const arcs = picture(hall, closeUp(200), { looks: free() }).filter((line) => line === 'arc')
    expect(arcs.length).toBeGreaterThan(50)
    expect(arcs.length).toBeLessThan(300)
  })

  it('marks the place of the cursor with a ring of the accent on the ground of the hall', () => {
    expect(picture(hall, closeUp(200), { looks: free(), cursor: 200 }).slice(-3)).toEqual([
      'stroke hall',
      'arc',
      'stroke accent',
    ])
  })

  it('shows a stadium by its blocks: with the price, hatched where few are left, hollow where none', () => {
    const ground = sceneOf(stadium())
    const looks = new Uint8Array(ground.map.size)
    const sectionTexts = ground.sections.map((_, index) => ({
      line: `₪ ${index}`,
      left: index === 0 ? ('few' as const) : index === 1 ? ('none' as const) : ('many' as const),
    }))
    const { context, lines } = recordingContext()
    drawScene(context, ground, {
      looks,
      sectionTexts,
      camera: fit(ground.bounds, [1280, 900]),
      size: [1280, 900],
      palette,
    })
    expect(lines).toContain('text 101')
    expect(lines).toContain('text ₪ 0')
    expect(lines).not.toContain('text ₪ 1')
    expect(lines).toContain('dashed')
    expect(lines).toContain('text שער 1')
  })

  it('draws places that grow to their size smaller than the others', () => {
    const looks = free().fill(LOOKS.taken)
    looks[40] = LOOKS.mine
    const radii = (share: number): number[] => {
      const { context } = recordingContext()
      const seen: number[] = []
      const watched = new Proxy(context, {
        get: (target, name: keyof typeof context) =>
          name === 'arc' ? (_x: number, _y: number, radius: number) => seen.push(radius) : target[name],
        set: (target, name, value) => Reflect.set(target, name, value),
      })
      const growing = { places: newlyMine(free().fill(LOOKS.taken), looks), share }
      drawScene(watched, hall, { looks, camera: closeUp(40), size: [390, 340], palette, growing })
      return seen
    }
    expect(Math.max(...radii(0.8)) / Math.max(...radii(1))).toBeCloseTo(0.8)
    expect(newlyMine(looks, looks).size).toBe(0)
  })

  it('keeps the look of a faded place', () => {
    const looks = free().fill(LOOKS.sold + FADED)
    expect(picture(hall, closeUp(200), { looks })).toContain('fill accent')
  })
})

describe('symbols', () => {
  const symbol = { id: 'i', floor: '1', kind: 'icon', icon: 'toilets', form: 'rect', at: [600, 100], size: [120, 120], angle: 0, outline: [], text: 'שירותים', texts: { en: { text: 'Toilets' } } } as const // oxfmt-ignore
  const withSymbol = sceneOf({
    ...theatre(),
    shapes: [{ ...symbol, at: [...symbol.at], size: [...symbol.size], outline: [] }],
  })

  it('are signs in ink, with their name in the language of the reader from close up', async () => {
    await loadSymbols(withSymbol.document)
    vi.stubGlobal('Path2D', Object)
    const near = { x: 600, y: 100, scale: 0.4, turn: 0 } as const
    expect(picture(withSymbol, near, { looks: free() })).toContain('text שירותים')
    expect(picture(sceneIn(withSymbol, 'en'), near, { looks: free() })).toContain('text Toilets')
    const far = picture(withSymbol, { ...near, scale: 0.1 }, { looks: free() })
    expect(far).toContain('stroke paper')
    expect(far).not.toContain('text שירותים')
    expect(picture(withSymbol, near, { looks: free(), plain: true })).not.toContain('stroke paper')
    vi.unstubAllGlobals()
  })

  it('are named once each for who does not see them', () => {
    const { shapes } = withSymbol.document
    const named = { ...withSymbol.document, shapes: [...shapes, ...shapes, ...theatre().shapes] }
    expect(namesOfSymbols(named)).toEqual(['שירותים'])
    expect(namesOfSymbols(theatre())).toEqual([])
  })
})
