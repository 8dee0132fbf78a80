let isRequested = false

/** The next scan page opens with its camera on: whoever pressed "start scanning" elsewhere does not press it twice. */
export const requestCamera = (): void => {
  isRequested = true
}

export const isCameraRequested = (): boolean => isRequested

export const endCameraRequest = (): void => {
  isRequested = false
}
