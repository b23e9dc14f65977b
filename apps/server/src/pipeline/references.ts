export { type ListedWork, listedWorks, matchByDoi, matchByTitle } from '@penmark/extract'
