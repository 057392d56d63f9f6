// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Burnable} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Burnable.sol";

/// Tokens with ids, any number of each.
contract MultiToken is ERC1155Burnable, AccessControl {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// Everybody may mint, for ever.
    bool public immutable publicMint;

    /// The lists are not of one length.
    error Mismatch(uint256 recipients, uint256 tokenIds, uint256 amounts);

    /// Who deploys it may mint, and says who else may.
    constructor(string memory uri_, bool publicMint_) ERC1155(uri_) {
        publicMint = publicMint_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(MINTER_ROLE, msg.sender);
    }

    modifier onlyMinter() {
        if (!publicMint) _checkRole(MINTER_ROLE);
        _;
    }

    function mint(address to, uint256 tokenId, uint256 amount, bytes calldata data) external onlyMinter {
        _mint(to, tokenId, amount, data);
    }

    /// For each recipient the ids and amounts that it gets. All of them or none.
    function mintBatch(
        address[] calldata to,
        uint256[][] calldata tokenIds,
        uint256[][] calldata amounts,
        bytes calldata data
    ) external onlyMinter {
        if (to.length != tokenIds.length || to.length != amounts.length) {
            revert Mismatch(to.length, tokenIds.length, amounts.length);
        }
        for (uint256 index = 0; index < to.length; ++index) {
            _mintBatch(to[index], tokenIds[index], amounts[index], data);
        }
    }

    /// From the sender: for a signer whose address nobody knows before it signs.
    function safeTransfer(address to, uint256 tokenId, uint256 amount, bytes calldata data) external {
        safeTransferFrom(msg.sender, to, tokenId, amount, data);
    }

    function safeBatchTransfer(
        address to,
        uint256[] calldata tokenIds,
        uint256[] calldata amounts,
        bytes calldata data
    ) external {
        safeBatchTransferFrom(msg.sender, to, tokenIds, amounts, data);
    }

    function supportsInterface(bytes4 interfaceId) public view override(ERC1155, AccessControl) returns (bool) {
        return super.supportsInterface(interfaceId);
    }
}
