import { useCallback, useState } from 'react'

// The torch belongs to the Image Capture API, which TypeScript's DOM types lack.
interface Torchlike {
  readonly torch?: boolean
}

const hasTorch = (track: MediaStreamTrack): boolean =>
  'getCapabilities' in track && (track.getCapabilities() as Torchlike).torch === true

export interface Torch {
  /** Undefined if the camera has no torch. */
  readonly torch: boolean | undefined
  readonly setTrack: (track: MediaStreamTrack | undefined) => void
  readonly toggle: () => void
}

/** The torch of the running camera. */
export const useTorch = (): Torch => {
  const [track, setTorchTrack] = useState<MediaStreamTrack>()
  const [isOn, setIsOn] = useState(false)
  const setTrack = useCallback((next: MediaStreamTrack | undefined) => {
    setTorchTrack(next && hasTorch(next) ? next : undefined)
    setIsOn(false)
  }, [])
  const toggle = () => {
    const constraint: MediaTrackConstraintSet & Torchlike = { torch: !isOn }
    track?.applyConstraints({ advanced: [constraint] }).then(
      () => setIsOn(!isOn),
      () => setTrack(undefined),
    )
  }
  return { torch: track === undefined ? undefined : isOn, setTrack, toggle }
}
