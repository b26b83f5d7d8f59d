import { DirectionContext } from '@mantine/core'
import { useLayoutEffect, useMemo } from 'react'
import { type Language } from '#domain/language/languages.ts'
import { LANGUAGE_TABLE } from './languages.ts'

/** Tells Mantine's components inside their direction. */
export const PageDirectionProvider = DirectionContext.Provider

/**
 * Sets the document's language and direction while this page is mounted; returns the value for Mantine's components.
 */
export function usePageLanguage(language: Language) {
  const { dir } = LANGUAGE_TABLE[language]
  useLayoutEffect(() => {
    const { documentElement: root } = document
    const before = { lang: root.lang, dir: root.dir }
    Object.assign(root, { lang: language, dir })
    return () => void Object.assign(root, before)
  }, [language, dir])
  return useMemo(() => ({ dir, setDirection: ignore, toggleDirection: ignore }), [dir])
}

/** The language decides the direction; it cannot be changed separately. */
const ignore = () => undefined
