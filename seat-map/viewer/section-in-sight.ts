import type { Camera } from './camera.ts'
import { sectionAt } from './hits.ts'
import { ANSWER_PX, scaleForSpacing } from './levels.ts'
import type { Scene } from './scene.ts'

/** The section in the middle of the screen, where the hall is shown so large that a finger takes seats; its key in the document. */
export const sectionInSight = (scene: Scene, { x, y, scale }: Camera): string | undefined =>
  scale < scaleForSpacing(scene, ANSWER_PX.coarse) ? undefined : scene.sections[sectionAt(scene, [x, y])]?.section.id
