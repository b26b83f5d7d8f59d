/** Attributes of an element that holds words or choices which nothing keeps: they are lost when it goes. */
export const unkeptMark = (isUnkept: boolean) => ({ 'data-unkept': isUnkept || undefined })

/** True while words or choices stand on the page that nothing keeps. */
export const isAnythingUnkept = (): boolean => document.querySelector('[data-unkept]') !== null
