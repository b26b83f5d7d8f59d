import type { Page } from '@playwright/test'

/**
 * Returns everything that the document contains for the developer's tools or a script: markup with comments,
 * text of every node, typed values of fields, frames, the title and the address.
 */
export async function readablePage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const parts = [document.documentElement.outerHTML, document.title, location.href]
    const nodes = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
    while (nodes.nextNode()) parts.push(nodes.currentNode.nodeValue ?? '')
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select'))
      parts.push(field.value)
    for (const frame of document.querySelectorAll('iframe, embed, object'))
      parts.push('a frame', frame.outerHTML, (frame as HTMLIFrameElement).contentDocument?.title ?? '')
    return parts.join('\n')
  })
}
