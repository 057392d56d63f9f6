// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";

/// Tokens with a URL each. Enumerable, so that whoever knows only an address finds the tokens that it holds.
contract Nft is ERC721Enumerable, ERC721URIStorage, ERC721Burnable, AccessControl {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// The lists are not of one length.
    error Mismatch(uint256 recipients, uint256 tokenIds, uint256 urls);

    /// @param admin May mint, and says who else may.
    constructor(string memory name, string memory symbol, address admin) ERC721(name, symbol) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(MINTER_ROLE, admin);
    }

    function mintWithTokenURI(address to, uint256 tokenId, string calldata url) external onlyRole(MINTER_ROLE) {
        _mint(to, tokenId, url);
    }

    /// All of them or none.
    function mintMultiple(address[] calldata to, uint256[] calldata tokenIds, string[] calldata urls)
        external
        onlyRole(MINTER_ROLE)
    {
        if (to.length != tokenIds.length || to.length != urls.length) {
            revert Mismatch(to.length, tokenIds.length, urls.length);
        }
        for (uint256 index = 0; index < to.length; ++index) {
            _mint(to[index], tokenIds[index], urls[index]);
        }
    }

    function tokenURI(uint256 tokenId) public view override(ERC721, ERC721URIStorage) returns (string memory) {
        return super.tokenURI(tokenId);
    }

    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(ERC721, ERC721Enumerable, ERC721URIStorage, AccessControl)
        returns (bool)
    {
        return super.supportsInterface(interfaceId);
    }

    /// No hook of the recipient runs, so that nobody is called in the middle of many.
    function _mint(address to, uint256 tokenId, string calldata url) private {
        _mint(to, tokenId);
        _setTokenURI(tokenId, url);
    }

    function _update(address to, uint256 tokenId, address auth)
        internal
        override(ERC721, ERC721Enumerable)
        returns (address)
    {
        return super._update(to, tokenId, auth);
    }

    function _increaseBalance(address account, uint128 value) internal override(ERC721, ERC721Enumerable) {
        super._increaseBalance(account, value);
    }
}
