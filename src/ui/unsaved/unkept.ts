/** Attributes of an element whose text or choices are saved nowhere: they are lost when it goes. */
export const unkeptMark = (isUnkept: boolean) => ({ 'data-unkept': isUnkept || undefined })

/** True while the page has text or choices that are saved nowhere. */
export const isAnythingUnkept = (): boolean => document.querySelector('[data-unkept]') !== null
