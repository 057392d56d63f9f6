/** @tallystick/docs: the documentation as a web site, made of the repository's Markdown when it is asked for. */
export { openSite, type Site, type SiteFile, type SiteOptions } from './site.js'
