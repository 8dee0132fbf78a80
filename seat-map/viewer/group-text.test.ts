import { describe, expect, it } from 'vitest'
import { flagPlaces } from '../commands/place-commands.ts'
import { theatre } from '../templates/theatre.ts'
import { areTogether, factsOf, groupTexts, stretchesOf, warningsOf } from './group-text.ts'
import { sceneOf } from './scene.ts'

const scene = sceneOf(theatre())
const { map } = scene
/** A place of the stalls by its row (from 0) and number. */
const at = (row: number, label: string): number =>
  map.labels.findIndex((text, place) => text === label && map.row[place] === row)

describe('how places are read', () => {
  it('is by their ends where they are a stretch, in either direction, else one by one', () => {
    expect(stretchesOf(['20', '19', '18', '17'])).toEqual(['17–20'])
    expect(stretchesOf(['5', '7', '9'])).toEqual(['5', '7', '9'])
    expect(stretchesOf(['22', '20', '19'])).toEqual(['19–20', '22'])
    expect(stretchesOf(['12'])).toEqual(['12'])
    expect(stretchesOf(['א', 'ב'])).toEqual(['א', 'ב'])
  })

  it('is by row, with the side of the screen on which the first stands', () => {
    const places = [at(6, '14'), at(6, '15'), at(7, '14')]
    expect(groupTexts(map, places).map(({ row, numbers, section }) => [section, row, numbers])).toEqual([
      ['אולם', 'ז׳', ['14–15']],
      ['אולם', 'ח׳', ['14']],
    ])
    const [first] = groupTexts(map, places)
    // Numbers grow from the audience's right: the map's order runs from the left of the screen.
    expect([first?.labels, first?.fromRight]).toEqual([['15', '14'], false])
  })

  it('says what is worth knowing', () => {
    expect(factsOf(scene, [at(0, '14'), at(0, '15')])).toEqual(['first_row', 'middle'])
    expect(factsOf(scene, [at(6, '8'), at(6, '9')])).toContain('aisle')
    expect(factsOf(scene, [at(6, '1'), at(6, '2')])).toContain('row_end')
  })

  it('says before everything else that one of the places sees nothing, or not all', () => {
    const [blind, half] = [at(6, '14'), at(6, '15')]
    const keys = (place: number): string[] => [map.keys[place] ?? '']
    const marked = flagPlaces(keys(half), 'restricted', true)(flagPlaces(keys(blind), 'no_view', true)(theatre()))
    const warned = sceneOf(marked)
    expect(warningsOf(warned.map, [blind, half])).toEqual(['no_view', 'restricted'])
    expect(factsOf(warned, [half, at(6, '16')])[0]).toBe('restricted')
    expect(warningsOf(warned.map, [at(6, '16')])).toEqual([])
  })

  it('a place that is marked as one at the aisle is, wherever the drawing ends', () => {
    const key = map.keys[at(6, '14')] ?? ''
    const marked = sceneOf(flagPlaces([key], 'aisle', true)(scene.document))
    expect(factsOf(scene, [at(6, '14')])).not.toContain('aisle')
    expect(factsOf(marked, [at(6, '14')])).toContain('aisle')
  })

  it('knows who sits together', () => {
    expect(areTogether(map, [at(6, '14'), at(6, '15')])).toBe(true)
    expect(areTogether(map, [at(6, '7'), at(6, '8')])).toBe(false)
  })
})
