/** Words for opening a study's images. */
export const IMAGES_WORDS = {
  open: 'View Image',
  beside: 'Images beside',
  frame: 'Images of the study',
  notFramed: 'This viewer cannot be shown inside this page. It opens in its own tab.',
  opening: 'Opening the images',
  failed: 'The images could not be opened',
  blocked: 'The browser blocked the viewer. Allow this page to open tabs, then try again.',
  noViewer: 'No image viewer is set up for this study',
  offline: 'Images need the network',
  badAddress: 'The address of the viewer is not a web address.',
} as const
